import { isUuid } from "#base/uuid.ts";

/** The tabs of the list. `out`: published and sold out. */
export const productViews = ["published", "draft", "scheduled", "out", "archived"] as const;
export type ProductView = (typeof productViews)[number];

export const productsPerPage = 50;

/** The state of the product list, read from the address. */
export interface ProductFilter {
  readonly q: string;
  readonly view: ProductView | null;
  /** The id of a category. */
  readonly category: string | null;
  /** The page begins after or ends before this product. */
  readonly after: string | null;
  readonly before: string | null;
}

/** Reads the filter and ignores invalid values, so that any link opens a list. */
export function readProductFilter(params: URLSearchParams): ProductFilter {
  const id = (name: string) => {
    const value = params.get(name) ?? "";
    return isUuid(value) ? value : null;
  };
  return {
    q: (params.get("q") ?? "")
      .replace(/[\p{Cc}\p{Cs}]/gu, " ")
      .trim()
      .slice(0, 100),
    view: productViews.find((view) => view === params.get("view")) ?? null,
    category: id("category"),
    after: id("after"),
    before: id("before"),
  };
}
