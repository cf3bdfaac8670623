import { asShop } from "#db/client.server.ts";

/**
 * Switches off codes of ended campaigns that nobody was sent, a chunk of each (private.retire_mail_codes).
 * @returns whether there may be more
 */
export async function retireCodes(): Promise<boolean> {
  const rows = await asShop()<{ is_any: boolean }[]>`
    select private.retire_mail_codes(number) as is_any from private.mail_campaigns where codes_cursor is not null`;
  return rows.some(({ is_any }) => is_any);
}
