import type { ProductFacets } from "./catalogue.ts";

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
