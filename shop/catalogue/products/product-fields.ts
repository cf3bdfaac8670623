import type { Fields } from "#shop/staff/filters/field.ts";

/** What the list of products can be filtered by. */
export const productFields = {
  status: {
    type: "choice",
    choices: ["published", "draft", "scheduled", "archived"],
    index: "products_created_of_status",
  },
  category: { type: "id", index: "product_categories_category" },
  price: { type: "amount", index: "products_price" },
  // Of any variant.
  stock: { type: "number", index: "stock_items_available" },
  band: { type: "choice", choices: ["in", "low", "out"], index: "products_band" },
  missing: {
    type: "choice",
    choices: ["picture", "weight", "english"],
    index: "product_gaps_pkey",
  },
  brand: { type: "text", index: "products_brand" },
  created: { type: "moment", index: "products_created" },
  updated: { type: "moment", index: "products_updated" },
} as const satisfies Fields;
export type ProductField = keyof typeof productFields;

/** The orders of the list. Each has an index. */
export const productSorts = ["newest", "updated", "name", "price", "price_down"] as const;
export type ProductSort = (typeof productSorts)[number];
