import type { Sql, SqlFragment } from "#db/client.server.ts";

/** Number of products that an empty list suggests. */
export const nearestCount = 4;

/** `order by` terms over `p` that end with nothing unique. */
export function popularOrder(sql: Sql): SqlFragment {
  return sql`(p.stock_band = 'out'), p.best_seller_rank nulls last, p.published_at desc`;
}

/** The best sellers that are in stock. */
export async function readBestSellers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select product_id as id from catalogue.places where category_id = private.whole_shop() and not is_out
    order by sales_rank, newness, product_id limit ${nearestCount}`;
  return rows.map(({ id }) => id);
}
