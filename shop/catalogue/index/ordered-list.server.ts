import type { Language } from "#base/language.ts";
import type { Sql, SqlFragment } from "#db/client.server.ts";
import { pageSize, type ShopFilter, type Sort } from "#shop/catalogue/shop-filter.ts";
import { all } from "./filter-conditions.server.ts";

/** How many products a page may cost. */
export interface Effort {
  /** Entries of the order's index, about a microsecond each. */
  readonly entries: number;
  /** Rows of products that are tested, about ten microseconds each. */
  readonly rows: number;
}

export interface OrderedPage {
  /** The ids of a page, and one more where the list goes on. */
  readonly ids: readonly string[];
  /** False: the effort ended before the page was full, and there may be more. */
  readonly isFull: boolean;
}

/**
 * A page of a category's order, or of the order after a product: of those that meet the conditions. Its cost does not grow
 * with the category, but the conditions may be met by too few of the products that it looks at.
 * @param shelf SQL for the category's id
 * @param conditions on `p`, a row with the columns of `catalogue.products`
 */
export async function readOrderedPage(
  sql: Sql,
  shelf: SqlFragment,
  filter: ShopFilter,
  conditions: readonly SqlFragment[],
  language: Language,
  effort: Effort,
): Promise<OrderedPage> {
  const columns = orderOf(sql, filter.sort, language);
  const offset = filter.after === null ? (filter.page - 1) * pageSize : 0;
  const after =
    filter.after === null
      ? sql``
      : sql`and (${columns}) > (select ${columns} from catalogue.places
          where category_id = ${shelf} and product_id = ${filter.after})`;
  if (conditions.length === 0) {
    const rows = await sql<{ id: string }[]>`
      select product_id as id from catalogue.places where category_id = ${shelf} ${after}
      order by ${columns} limit ${pageSize + 1} offset ${offset}`;
    return { ids: rows.map(({ id }) => id), isFull: true };
  }
  const marks = all(sql, marksOf(sql, filter));
  // Places in the order asked for that may meet the filters, not more than can be tested.
  const walk = (from: SqlFragment, rows: number) => sql`
    select * from (
      select * from catalogue.places where category_id = ${shelf} ${from} ${after} order by ${columns} limit ${effort.entries}
    ) places
    where ${marks} order by ${columns} limit ${rows}`;
  const { price_min, price_max } = filter;
  let places: SqlFragment;
  if (filter.sort === "price-asc" && price_min !== null) {
    // A place tells everything about prices.
    const isTold = conditions.length === 1;
    const rows = isTold ? Math.min(effort.rows, offset + pageSize + 1) : effort.rows;
    places = sql`
      select * from (
        (${walk(sql`and price_from >= ${price_min}`, rows)})
        union all
        select places.* from (${spreadsOf(sql, shelf)}) known cross join lateral (
          ${walk(
            sql`and spread > 0 and spread = known.spread and price_from < ${price_min}
              and price_from >= ${price_min} - private.max_difference(known.spread)`,
            rows,
          )}
        ) places
      ) places order by ${columns} limit ${rows}`;
  } else {
    // The dearest first begin at the highest price that is wanted.
    const from =
      filter.sort === "price-desc" && price_max !== null
        ? sql`and price_down >= ${-price_max}`
        : sql``;
    places = walk(from, effort.rows);
  }
  // `offset 0` keeps the test of each place apart: a join would first collect all products that meet the conditions.
  const rows = await sql<{ id: string }[]>`
    select product_id as id from (${places}) places
    where exists (select from catalogue.products p where p.id = places.product_id and ${all(sql, conditions)} offset 0)
    order by ${columns} limit ${pageSize + 1} offset ${offset}`;
  return { ids: rows.map(({ id }) => id), isFull: rows.length > pageSize };
}

/**
 * The spreads of a category's prices, each found by one step in an index. Among products of one spread those that begin below a
 * price and end above it lie side by side; among all products they would be looked for from the cheapest on.
 */
function spreadsOf(sql: Sql, shelf: SqlFragment): SqlFragment {
  const next = (above: SqlFragment) => sql`
    select spread from catalogue.places where category_id = ${shelf} and spread > 0 and spread > ${above} order by spread limit 1`;
  return sql`
    with recursive spreads as (
      (${next(sql`0`)})
      union all
      select following.spread from spreads cross join lateral (${next(sql`spreads.spread`)}) following
    ) select spread from spreads`;
}

/** Columns of `catalogue.places`; an index has them after the category. */
function orderOf(sql: Sql, sort: Sort, language: Language): SqlFragment {
  switch (sort) {
    case "popular":
      return sql`is_out, sales_rank, newness, product_id`;
    case "newest":
      return sql`newness, product_id`;
    case "price-asc":
      return sql`price_from, product_id`;
    case "price-desc":
      return sql`price_down, product_id`;
    case "name":
      return language === "en" ? sql`name_en, product_id` : sql`name_id, product_id`;
  }
}

/** What an entry of an order's index tells about the filters: all that meet them pass, and a few others. */
function marksOf(sql: Sql, filter: ShopFilter): SqlFragment[] {
  const anyOf = (values: readonly string[]) =>
    sql`marks & (select bit_or(private.mark(value)) from unnest(${values as string[]}::text[]) value) <> 0`;
  const flags = (["personalisable", "sale", "in_stock"] as const).filter((name) => filter[name]);
  return [
    ...(filter.colours.length > 0 ? [anyOf(filter.colours.map((code) => `colour:${code}`))] : []),
    ...(filter.sizes.length > 0 ? [anyOf(filter.sizes.map((code) => `size:${code}`))] : []),
    ...flags.map((flag) => anyOf([flag])),
    ...(filter.price_min === null ? [] : [sql`price_to >= ${filter.price_min}`]),
    ...(filter.price_max === null ? [] : [sql`price_from <= ${filter.price_max}`]),
  ];
}
