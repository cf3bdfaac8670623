import type { Language } from "#base/language.ts";
import type { ProductFacets } from "./catalogue.ts";
import type { ShopFilter } from "./shop-filter.ts";

/** A page of a list, as ids of products. */
export interface FoundProducts {
  readonly ids: readonly string[];
  readonly total: number;
  /** The list has more than `total` products, and counting them would read too many. */
  readonly isMore: boolean;
  /** Pages that have a number. */
  readonly pages: number;
  /** The product after which the list goes on beyond its last numbered page; undefined at the end. */
  readonly next: string | undefined;
  readonly facets: ProductFacets;
  /** For an empty list: what is nearest to the query, else what sells best. */
  readonly nearest: readonly string[];
}

/**
 * What finds a visitor's products. It knows public products only, and answers with ids: names, prices and stock come from
 * the products themselves. One answer has the page and the counts of its filters, because engines find both at once.
 */
export interface CatalogueIndex {
  find(filter: ShopFilter, language: Language): Promise<FoundProducts>;
  /** @param q what a visitor has typed so far @returns the ids of up to `most` products, the best first */
  suggest(q: string, most: number): Promise<readonly string[]>;
  /** Follows changes of products, also those that are no longer public. */
  upsert(ids: readonly string[]): Promise<void>;
  /** Makes the whole index again beside running readers, in small transactions. */
  rebuild(): Promise<void>;
}
