import { type CollectionSort, collectionSorts } from "./collection-sorts.ts";

/** Which part of a collection a page shows. */
export interface CollectionView {
  readonly page: number;
  /** Null: as the collection opens. */
  readonly sort: CollectionSort | null;
}

/** Reads the view from a query string and ignores invalid values, so that any link opens a page. */
export function readCollectionView(params: URLSearchParams): CollectionView {
  const page = params.get("page") ?? "";
  return {
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    sort: collectionSorts.find((one) => one === params.get("sort")) ?? null,
  };
}

/** The query string of a view, without defaults, so that one view has one address. */
export function collectionViewParams({ page, sort }: CollectionView): URLSearchParams {
  const params = new URLSearchParams();
  if (sort !== null) params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  return params;
}
