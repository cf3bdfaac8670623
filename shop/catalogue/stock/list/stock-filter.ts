import { searchText } from "#shop/kernel/search-text.ts";

/** The tabs of the stock page. */
export const stockViews = ["low", "out"] as const;
export type StockView = (typeof stockViews)[number];

export const stockRowsPerPage = 50;

/** The state of the stock page, read from the address. */
export interface StockFilter {
  readonly q: string;
  readonly view: StockView | null;
  /** The SKU that the page follows or precedes. */
  readonly after: string | null;
  readonly before: string | null;
}

/** Reads the filter and ignores invalid values, so that any link opens a list. */
export function readStockFilter(params: URLSearchParams): StockFilter {
  const text = (name: string) => searchText(params.get(name), 100);
  return {
    q: text("q"),
    view: stockViews.find((view) => view === params.get("view")) ?? null,
    after: text("after") || null,
    before: text("before") || null,
  };
}
