import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { CollectionSort } from "./collection-sorts.ts";

/** Part of a collection's public products, as ids in the order asked for. */
export interface CollectionPage {
  readonly ids: readonly string[];
  readonly total: number;
  /** A new rule is being followed: these are the products of the previous one, or those found so far. */
  readonly isFilling: boolean;
}

interface Part {
  readonly sort: CollectionSort;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The public products of a collection, whether or not the collection itself is public. A collection by rule is read in the
 * order of an index, so its cost does not grow with its products (docs/why/catalogue.md).
 */
export function readCollectionPage(
  sql: Sql,
  { id, kind }: { readonly id: string; readonly kind: "manual" | "rule" },
  part: Part,
): Promise<CollectionPage> {
  return kind === "rule" ? readByRule(sql, id, part) : readByHand(sql, id, part);
}

async function readByRule(sql: Sql, id: string, part: Part): Promise<CollectionPage> {
  const [shelf] = await sql<
    { shelf_id: string; oldest: string; total: number; is_filling: boolean }[]
  >`select shelf_id, oldest::text, total, is_filling from catalogue.collection_shelf(${id})`;
  if (!shelf) return { ids: [], total: 0, isFilling: false };
  const rows = await sql<{ id: string }[]>`
    select product_id as id from catalogue.places
    where category_id = ${shelf.shelf_id} and newness <= ${shelf.oldest}::bigint
    order by ${placeOrder(sql, part.sort)}, product_id limit ${part.limit} offset ${part.offset}`;
  return { ids: rows.map((row) => row.id), total: shelf.total, isFilling: shelf.is_filling };
}

async function readByHand(sql: Sql, id: string, part: Part): Promise<CollectionPage> {
  const rows = await sql<{ id: string; total: number }[]>`
    select p.id, (count(*) over ())::int as total
    from catalogue.collection_members(${id}) m join catalogue.products p on p.id = m.product_id
    order by ${productOrder(sql, part.sort)}, p.id limit ${part.limit} offset ${part.offset}`;
  return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0, isFilling: false };
}

/** Columns of `catalogue.places` that an index has before the product's id. */
function placeOrder(sql: Sql, sort: CollectionSort): SqlFragment {
  switch (sort) {
    case "newest":
      return sql`newness`;
    case "manual":
    case "best_selling":
      return sql`is_out, sales_rank, newness`;
    case "price_asc":
      return sql`price_from`;
    case "price_desc":
      return sql`price_down`;
  }
}

function productOrder(sql: Sql, sort: CollectionSort): SqlFragment {
  switch (sort) {
    case "manual":
      return sql`m.place`;
    case "newest":
      return sql`p.published_at desc`;
    case "best_selling":
      return sql`(p.stock_band = 'out'), p.best_seller_rank nulls last`;
    case "price_asc":
      return sql`p.price_from`;
    case "price_desc":
      return sql`p.price_from desc`;
  }
}
