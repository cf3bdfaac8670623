import type { ListState } from "#shop/staff/filters/list-state.ts";
import type { ProductSort } from "./product-fields.ts";

/** The tabs that every shop has, as filters. `out`: published and sold out. */
export const productViews = {
  published: "status.any:published",
  draft: "status.any:draft",
  scheduled: "status.any:scheduled",
  out: "and(status.any:published,band.any:out)",
  archived: "status.any:archived",
} as const;
export type ProductView = keyof typeof productViews;

export const productsPerPage = 50;

/** The state of the product list. */
export type ProductFilter = ListState<ProductSort>;
