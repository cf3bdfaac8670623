import type { Language } from "#base/language.ts";
import type { Sql } from "#db/client.server.ts";
import type { CategoryNode } from "#shop/catalogue/catalogue.ts";
import type { FoundProducts } from "#shop/catalogue/found-products.ts";
import { type TextMatch, textMatch } from "#shop/catalogue/search.server.ts";
import { pageSize, type ShopFilter } from "#shop/catalogue/shop-filter.ts";
import { readExactList } from "./exact-list.server.ts";
import { facetsOf } from "./facets.ts";
import { nearestCount, popularOrder, readBestSellers } from "./popular.server.ts";

/**
 * A list of a shop with few products: every product is looked at and counted, and a search also finds texts that are only
 * similar to the query.
 */
export async function findInSmallShop(
  sql: Sql,
  filter: ShopFilter,
  language: Language,
  categories: readonly CategoryNode[],
): Promise<FoundProducts> {
  const match = textMatch(sql, filter.q);
  const rows = await readExactList(sql, filter, language, categories, {
    products: match
      ? sql`catalogue.search_products(catalogue.expand_search(${match.words as string[]}), ${match.typed})`
      : sql`catalogue.products`,
    where: sql`true`,
    met: new Set(),
    columns: match ? sql`, p.is_exact, p.closeness` : sql``,
    rank: match ? sql`p.is_exact desc, p.closeness desc` : popularOrder(sql),
  });
  const total = rows.find(({ part }) => part === "total")?.count ?? 0;
  return {
    ids: rows.filter(({ part }) => part === "page").map(({ code }) => code),
    total,
    isMore: false,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    next: undefined,
    facets: facetsOf(rows, filter, categories),
    nearest: total > 0 ? [] : await readNearest(sql, match),
  };
}

export async function suggestInSmallShop(sql: Sql, q: string, most: number): Promise<string[]> {
  const match = textMatch(sql, q);
  if (!match) return [];
  const rows = await sql<{ id: string }[]>`
    select p.id from catalogue.search_products(catalogue.expand_search(${match.words as string[]}), ${match.typed}) p
    order by p.is_exact desc, p.closeness desc, p.id limit ${most}`;
  return rows.map(({ id }) => id);
}

/** Suggestions for an empty list: products in stock with the text nearest to the query, else best sellers. */
async function readNearest(sql: Sql, match: TextMatch | undefined): Promise<string[]> {
  if (!match) return readBestSellers(sql);
  const rows = await sql<{ id: string }[]>`
    select id from catalogue.nearest_products(${match.typed}, ${nearestCount}) order by place`;
  return rows.map(({ id }) => id);
}
