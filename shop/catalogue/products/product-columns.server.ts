import type { Sql } from "#db/client.server.ts";
import type { Column } from "#shop/staff/filters/compile.server.ts";
import {
  choiceColumn,
  memberColumn,
  momentColumn,
  numberColumn,
  stateColumn,
  textColumn,
} from "#shop/staff/filters/compile.server.ts";
import { type Filter, type Term, termsOf } from "#shop/staff/filters/filter.ts";
import type { ProductField } from "./product-fields.ts";

const brand = textColumn((sql) => sql`(lower(p.brand) collate "C")`);

/** What the terms of a filter find, read before the list, because PostgreSQL estimates it wrongly. */
export interface TermFacts {
  /** Terms about stock or categories that find few variants or products: their products are read first. */
  readonly rare: ReadonlySet<Term>;
  /** By term about categories: the ids of the named categories and of all below them. */
  readonly branches: ReadonlyMap<Term, readonly string[]>;
}

export const noFacts: TermFacts = { rare: new Set(), branches: new Map() };

/** The fields of the list as conditions on `products p`. */
export const productColumns = ({
  rare,
  branches,
}: TermFacts): Readonly<Record<ProductField, Column>> => ({
  status: stateColumn({
    published: (sql) => sql`p.status = 'published' and p.published_at <= now()`,
    scheduled: (sql) => sql`p.status = 'published' and p.published_at > now()`,
    draft: (sql) => sql`p.status = 'draft'`,
    archived: (sql) => sql`p.status = 'archived'`,
  }),
  category: (sql, term, timeZone) => {
    const ids = branches.get(term);
    if (!ids) throw new Error("the branches of a term about categories were not read");
    // The indexes of the list's orders have the categories beside them.
    if (!rare.has(term)) {
      const isIn = sql`p.category_ids && ${[...ids]}::uuid[]`;
      return term.operator === "none" ? sql`not (${isIn})` : isIn;
    }
    return memberColumn(
      (inner) => inner`p.id`,
      (inner) => inner`
        select product_id from product_categories where category_id = any (${[...ids]}::uuid[])`,
    )(sql, term, timeZone);
  },
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
/** Products of categories that a term may find before it counts as common. */
const maxRareMembers = 2_000;

const stockCondition = numberColumn((sql) => sql`k.available`);

/**
 * Reads the facts of a filter's terms. Few variants or products of a term about stock or categories are read first; many are
 * met soon in the list's own order. PostgreSQL knows neither, because they are in tables of their own.
 */
export async function readTermFacts(sql: Sql, filter: Filter | null): Promise<TermFacts> {
  const rare = new Set<Term>();
  const branches = new Map<Term, string[]>();
  for (const term of termsOf(filter)) {
    if (term.field === "stock") {
      const [found] = await sql<{ n: number }[]>`
        select count(*)::int as n from (
          select from stock_items k where ${stockCondition(sql, term, "UTC")} limit ${maxRare + 1}) matches`;
      if ((found?.n ?? 0) <= maxRare) rare.add(term);
    }
    if (term.field === "category") {
      const found = await sql<{ id: string }[]>`
        select id from categories where path && ${[...term.values]}::uuid[]`;
      const ids = found.map(({ id }) => id);
      branches.set(term, ids);
      const [members] = await sql<{ n: number }[]>`
        select count(*)::int as n from (
          select from product_categories where category_id = any (${ids}::uuid[]) limit ${maxRareMembers + 1}) matches`;
      if ((members?.n ?? 0) <= maxRareMembers) rare.add(term);
    }
  }
  return { rare, branches };
}
