import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/access.ts";
import { textIn } from "#shop/local-text.server.ts";

/** Categories that a filter offers. */
const maxChoices = 500;

/** The categories as choices of a filter. */
export async function listCategoryChoices(
  actor: Person,
  language: Language,
): Promise<{ value: string; label: string }[]> {
  if (!may(actor, "products.read")) return [];
  const sql = asShop();
  return sql<{ value: string; label: string }[]>`
    select c.id as value, ${textIn(sql, sql`c.name`, language)} as label from private.category_tree c
    order by c.place limit ${maxChoices}`;
}
