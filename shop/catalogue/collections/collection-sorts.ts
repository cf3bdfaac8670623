/** The orders of a collection's products. `manual`: as staff arranged those of a collection by hand. */
export const collectionSorts = [
  "manual",
  "newest",
  "best_selling",
  "price_asc",
  "price_desc",
] as const;
export type CollectionSort = (typeof collectionSorts)[number];
