import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { cartOfDraft, recipientOfDraft } from "./draft-order.server.ts";
import { readPricedContent } from "./priced-content.ts";
import { measureStaffCut } from "./staff-cut.server.ts";

/** How far a draft is below the shop's prices, and the person's limit without an approval. Whole percent. */
export interface DraftCut {
  readonly percent: number;
  readonly limit: number;
}

/** Staff: the cut of a draft as its form shows it. Null if no price is lowered, and for a person without a limit. */
export async function quoteStaffCut(
  actor: Person,
  form: unknown,
  language: Language,
): Promise<DraftCut | null> {
  const read = readPricedContent(form);
  if (!read.ok || !may(actor, "orders.draft")) return null;
  const sql = asShop();
  const [row] = await sql<{ limit: number | null }[]>`
    select private.limit_of(${actor.id}, 'staff_discount')::int as limit`;
  const recipient = await recipientOfDraft(sql, read.value, language);
  if (row?.limit == null || !recipient) return null;
  const cart = await cartOfDraft(sql, read.value);
  const { percent } = await measureStaffCut(sql, read.value, cart, recipient, language);
  return percent === 0 ? null : { percent, limit: row.limit };
}
