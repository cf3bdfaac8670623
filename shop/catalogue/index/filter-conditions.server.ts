import type { Sql, SqlFragment } from "#db/client.server.ts";
import type { ShopFilter } from "#shop/catalogue/shop-filter.ts";

export type FilterName =
  | "category"
  | "colour"
  | "size"
  | "personalisable"
  | "sale"
  | "in_stock"
  | "price";

/** The filters' conditions on `p`, a row with the columns of `catalogue.products`; none for a filter that is not set. */
export function filterConditions(sql: Sql, filter: ShopFilter): Map<FilterName, SqlFragment> {
  const conditions = new Map<FilterName, SqlFragment>();
  if (filter.category !== null) {
    conditions.set(
      "category",
      sql`p.category_ids && array(select c.id from categories c
        where c.path && array(select top.id from categories top where top.slug = ${filter.category}))`,
    );
  }
  if (filter.colours.length > 0)
    conditions.set("colour", sql`p.colours && ${filter.colours as string[]}`);
  if (filter.sizes.length > 0) conditions.set("size", sql`p.sizes && ${filter.sizes as string[]}`);
  if (filter.personalisable) conditions.set("personalisable", sql`p.personalisable`);
  if (filter.sale) conditions.set("sale", sql`p.was_price is not null`);
  if (filter.in_stock) conditions.set("in_stock", sql`p.stock_band <> 'out'`);
  const { price_min, price_max } = filter;
  if (price_min !== null || price_max !== null) {
    conditions.set(
      "price",
      price_min !== null && price_max !== null && price_min > price_max
        ? sql`false`
        : sql`int8range(p.price_from, p.price_to, '[]') && int8range(${price_min}, ${price_max}, '[]')`,
    );
  }
  return conditions;
}

/** The condition that meets all of these; `true` for none. */
export function all(sql: Sql, conditions: Iterable<SqlFragment>): SqlFragment {
  let joined = sql`true`;
  for (const condition of conditions) joined = sql`${joined} and ${condition}`;
  return joined;
}
