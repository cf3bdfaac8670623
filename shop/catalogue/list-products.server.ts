import type { Language } from "#base/language.ts";
import { asVisitor } from "#db/client.server.ts";
import { cached } from "#shop/kernel/cache.server.ts";
import { readCards } from "./card.server.ts";
import type { ProductPage } from "./catalogue.ts";
import type { FoundProducts } from "./found-products.ts";
import { postgresIndex } from "./index/postgres-index.server.ts";
import type { ShopFilter } from "./shop-filter.ts";
import { shorterQueries } from "./shorter-queries.server.ts";

/**
 * One page of the product list with its filters and their counts. A filter's counts are the sizes of the list if that
 * filter alone were changed. Unknown pages, colours and other values give an empty list. A search that finds nothing with
 * all its words is repeated with fewer.
 */
export const listProducts = cached("list", readProducts);

async function readProducts(filter: ShopFilter, language: Language): Promise<ProductPage> {
  const sql = asVisitor();
  const { ids, nearest, found_for, ...found } = await findProducts(filter, language);
  return {
    ...found,
    found_for,
    page: filter.page,
    products: await readCards(sql, language, ids, filter.colours),
    nearest: await readCards(sql, language, nearest),
  };
}

/** @returns `found_for`: the query with fewer words that found these products; null where all words did */
async function findProducts(
  filter: ShopFilter,
  language: Language,
): Promise<FoundProducts & { readonly found_for: string | null }> {
  const found = await postgresIndex.find(filter, language);
  if (found.total === 0) {
    for (const q of shorterQueries(filter.q)) {
      const fewer = await postgresIndex.find({ ...filter, q }, language);
      if (fewer.total > 0) return { ...fewer, found_for: q };
    }
  }
  return { ...found, found_for: null };
}
