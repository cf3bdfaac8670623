import { config } from "#base/config.server.ts";
import { type Language, localPath } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import { queueMail } from "#integrations/mail/outbox.server.ts";
import { makeSingleUseToken } from "#shop/consent/single-use-token.server.ts";
import type { ConsentEvidence, ConsentSource } from "#shop/consent/topic.ts";
import { composeConfirmationMail } from "./compose-confirmation-mail.ts";

export interface ConfirmationOptions {
  /** The recipient whose topics end with the confirmation. */
  readonly movedFrom?: string;
  /** As in `Message`. */
  readonly dedupeKey?: string;
  readonly delay?: number;
}

/**
 * Mails the link that confirms topics, in the caller's transaction: one mail a day and three in thirty days an address.
 * The mail holds nothing that a visitor typed, and no offer.
 * @returns whether a mail was queued; false as well when all is confirmed already
 */
export async function requestConfirmation(
  sql: Sql,
  recipientId: string,
  topics: readonly string[],
  source: ConsentSource,
  evidence: ConsentEvidence & { readonly language: Language },
  { movedFrom, ...sending }: ConfirmationOptions = {},
): Promise<boolean> {
  const { token, hash } = makeSingleUseToken();
  const [asked] = await sql<{ outcome: string }[]>`
    select private.ask_confirmation(${recipientId}, ${[...topics]}, ${hash}, ${source},
      ${sql.json(evidence)}, ${movedFrom ?? null}) as outcome`;
  if (asked?.outcome !== "asked") return false;
  const { language } = evidence;
  const [about] = await sql<{ email: string; shop_name: string; names: string[] }[]>`
    select r.email, s.name as shop_name, array(
      select case ${language} when 'en' then t.name_en else t.name_id end from private.mail_topics t
      where t.slug = any (${[...topics]}) order by t.position, t.slug) as names
    from private.mail_recipients r cross join shop_settings s where r.id = ${recipientId}`;
  if (!about) return false;
  await queueMail(sql, {
    kind: "email",
    to: about.email,
    ...composeConfirmationMail(
      language,
      about.shop_name,
      about.names,
      `${config().publicUrl}${localPath(language, `/Subscribe/${token}`)}`,
    ),
    headers: { "Auto-Submitted": "auto-generated" },
    ...sending,
  });
  return true;
}
