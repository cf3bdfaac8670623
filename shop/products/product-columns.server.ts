import type { Sql } from "#db/client.server.ts";
import type { Column } from "#shop/filters/compile.server.ts";
import {
  choiceColumn,
  memberColumn,
  momentColumn,
  numberColumn,
  stateColumn,
  textColumn,
} from "#shop/filters/compile.server.ts";
import { type Filter, type Term, termsOf } from "#shop/filters/filter.ts";
import type { ProductField } from "./product-fields.ts";

const brand = textColumn((sql) => sql`(lower(p.brand) collate "C")`);

/** The fields of the list as conditions on `products p`. @param rare of `rareTerms` */
export const productColumns = (
  rare: ReadonlySet<Term>,
): Readonly<Record<ProductField, Column>> => ({
  status: stateColumn({
    published: (sql) => sql`p.status = 'published' and p.published_at <= now()`,
    scheduled: (sql) => sql`p.status = 'published' and p.published_at > now()`,
    draft: (sql) => sql`p.status = 'draft'`,
    archived: (sql) => sql`p.status = 'archived'`,
  }),
  category: memberColumn(
    (sql) => sql`p.id`,
    (sql, values) => sql`
      select k.product_id from product_categories k
      where k.category_id = any (array(select c.id from categories c where c.path && ${values}::uuid[]))`,
  ),
  price: numberColumn((sql) => sql`p.price_from`),
  stock: (sql, term, timeZone) => {
    const matches = stockCondition(sql, term, timeZone);
    return rare.has(term)
      ? sql`p.id = any (array(
          select v.product_id from stock_items k join product_variants v on v.id = k.variant_id
          where not v.archived and ${matches}))`
      : // The offset keeps PostgreSQL from joining all stock at once.
        sql`exists (
          select from product_variants v join stock_items k on k.variant_id = v.id
          where v.product_id = p.id and not v.archived and ${matches} offset 0)`;
  },
  band: choiceColumn((sql) => sql`p.stock_band`),
  missing: memberColumn(
    (sql) => sql`p.id`,
    (sql, values) => sql`select product_id from private.product_gaps where gap = any (${values})`,
  ),
  // The index leaves out products without a brand.
  brand: (sql, term, timeZone) => sql`(p.brand <> '' and ${brand(sql, term, timeZone)})`,
  created: momentColumn((sql) => sql`p.created_at`),
  updated: momentColumn((sql) => sql`p.updated_at`),
});

/** Variants that a term about stock may find before it counts as common; ten large products may have as many. */
const maxRare = 20_000;

const stockCondition = numberColumn((sql) => sql`k.available`);

/**
 * Terms about stock that find few variants: their products are read first. The others are met soon in the list's own
 * order. PostgreSQL does not know which is which, because products and stock are two tables.
 */
export async function rareTerms(sql: Sql, filter: Filter | null): Promise<ReadonlySet<Term>> {
  const rare = new Set<Term>();
  for (const term of termsOf(filter)) {
    if (term.field !== "stock") continue;
    const [found] = await sql<{ n: number }[]>`
      select count(*)::int as n from (
        select from stock_items k where ${stockCondition(sql, term, "UTC")} limit ${maxRare + 1}) matches`;
    if ((found?.n ?? 0) <= maxRare) rare.add(term);
  }
  return rare;
}
