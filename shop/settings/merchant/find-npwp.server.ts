import { asShop } from "#db/client.server.ts";

/** The shop's tax number for its invoices, 15 or 16 digits; empty when the shop has entered none. */
export async function findNpwp(): Promise<string> {
  const [row] = await asShop()<{ npwp: string }[]>`select npwp from shop_settings`;
  return row?.npwp ?? "";
}
