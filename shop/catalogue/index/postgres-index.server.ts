import type { Language } from "#base/language.ts";
import { asShop, asVisitor, inTransaction, type Sql } from "#db/client.server.ts";
import { listCategoryTree } from "#shop/catalogue/category-tree.server.ts";
import type { FoundProducts } from "#shop/catalogue/found-products.ts";
import { wordsOf } from "#shop/catalogue/search.server.ts";
import type { ShopFilter } from "#shop/catalogue/shop-filter.ts";
import { countWords } from "./count-words.server.ts";
import { findInLargeShop } from "./large-shop.server.ts";
import { findInSmallShop, suggestInSmallShop } from "./small-shop.server.ts";
import { suggestInLargeShop } from "./suggest-in-large-shop.server.ts";

/** The last of a shop's sizes at which a list looks at all products, and how many it looks at in a larger one. */
const usualLimits: Limits = { maxSmall: 10_000, maxCandidates: 2000 };
/** Products per step of `rebuildPlaces`. */
const perChunk = 500;

/** The catalogue index in PostgreSQL. Triggers update it in each commit (docs/why/catalogue.md). */
export const postgresIndex = createPostgresIndex(usualLimits);

/**
 * Finds a visitor's products. Both functions return ids of public products; names, prices and stock are read from the products
 * themselves.
 */
export interface CatalogueIndex {
  /** One answer has the page and the counts of its filters, because both are read from the same places. */
  find(filter: ShopFilter, language: Language): Promise<FoundProducts>;
  /** @param q what a visitor has typed so far @returns the ids of up to `most` products, the best first */
  suggest(q: string, most: number): Promise<readonly string[]>;
}

export interface Limits {
  /** Public products of a shop up to which a list looks at all of them. */
  readonly maxSmall: number;
  /** Products of a larger shop that one answer may read and count one by one. */
  readonly maxCandidates: number;
}

export function createPostgresIndex({ maxSmall, maxCandidates }: Limits): CatalogueIndex {
  return {
    async find(filter, language) {
      const sql = asVisitor();
      const [categories, products] = await Promise.all([
        listCategoryTree(language),
        countProducts(sql),
      ]);
      return products <= maxSmall
        ? findInSmallShop(sql, filter, language, categories)
        : findInLargeShop(sql, filter, language, categories, { products, maxCandidates });
    },
    async suggest(q, most) {
      if (wordsOf(q).length === 0) return [];
      const sql = asVisitor();
      const products = await countProducts(sql);
      return products <= maxSmall
        ? suggestInSmallShop(sql, q, most)
        : suggestInLargeShop(sql, q, most, { products, maxCandidates });
    },
  };
}

/** Public products of the whole shop. */
async function countProducts(sql: Sql): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select n from catalogue.counts where category_id = private.whole_shop() and key = 'all'`;
  return row?.n ?? 0;
}

/** Computes places, counts and vocabulary again in small transactions. Readers may be running. */
export async function rebuildPlaces(): Promise<void> {
  const sql = asShop();
  let last: string | null = null;
  do {
    const rows: { id: string }[] = await sql<{ id: string }[]>`
      select id from products where ${last}::uuid is null or id > ${last} order by id limit ${perChunk}`;
    await inTransaction(async (sql) => {
      // Lock before reading, as triggers do, so that no concurrent change is overwritten.
      const ids = rows.map(({ id }) => id);
      await sql`select from products where id = any (${ids}::uuid[]) order by id for no key update`;
      await sql`select private.place_products(${ids}::uuid[])`;
    });
    last = rows.at(-1)?.id ?? null;
  } while (last !== null);
  const shelves = await sql<{ id: string }[]>`
    select private.whole_shop() as id union all select id from categories
    union all select id from private.collection_shelves`;
  for (const { id } of shelves) await sql`select private.recount_places(${id})`;
  await countWords();
}
