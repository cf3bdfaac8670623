import type { Sql } from "#db/client.server.ts";
import type { CampaignContent, ProductRule } from "#shop/mailing/campaigns/block.ts";
import { chosenProducts, rulesIn } from "./product-rule.ts";

/** Places of an order that one rule looks at: sold-out products among the newest do not make it walk a whole catalogue. */
const maxPlaces = 2_000;

/**
 * The products that each rule of a content finds now, top to bottom: public and in stock, in the order of the storefront's lists, and
 * none that the mail shows already. Its cost does not grow with the catalogue: it reads the first entries of an index.
 */
export async function pickProducts(
  sql: Sql,
  content: Pick<CampaignContent, "blocks">,
): Promise<readonly (readonly string[])[]> {
  const shown = new Set(chosenProducts(content));
  const picked: string[][] = [];
  for (const rule of rulesIn(content)) {
    const ids = await pick(sql, rule, [...shown]);
    for (const id of ids) shown.add(id);
    picked.push(ids);
  }
  return picked;
}

async function pick(
  sql: Sql,
  { order, category, count }: ProductRule,
  shown: readonly string[],
): Promise<string[]> {
  // As `readOrderedPage` of the storefront: an index has these columns after the category.
  const columns =
    order === "newest" ? sql`newness, product_id` : sql`is_out, sales_rank, newness, product_id`;
  const rows = await sql<{ id: string }[]>`
    select product_id as id from (
      select * from private.catalogue_places
      where category_id = coalesce(${category}::uuid, private.whole_shop()) and newness >= private.newness(now())
      order by ${columns} limit ${maxPlaces}
    ) first
    where not is_out and product_id <> all(${[...shown]}::uuid[])
    order by ${columns} limit ${count}`;
  return rows.map(({ id }) => id);
}
