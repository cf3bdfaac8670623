import type { Language } from "#base/language.ts";
import { asVisitor } from "#db/client.server.ts";
import { cached } from "./cache.server.ts";
import { readCards } from "./card.server.ts";
import type { ProductPage } from "./catalogue.ts";
import { catalogueIndex } from "./engine/catalogue-index.server.ts";
import type { ShopFilter } from "./shop-filter.ts";

/**
 * One page of the product list with its filters and their counts. A filter's counts are the sizes of the list if that
 * filter alone were changed. Unknown pages, colours and other values give an empty list.
 */
export const listProducts = cached("list", readProducts);

async function readProducts(filter: ShopFilter, language: Language): Promise<ProductPage> {
  const sql = asVisitor();
  const { ids, nearest, ...found } = await catalogueIndex().find(filter, language);
  return {
    ...found,
    page: filter.page,
    products: await readCards(sql, language, ids, filter.colours),
    nearest: await readCards(sql, language, nearest),
  };
}
