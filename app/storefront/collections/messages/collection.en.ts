import { counted } from "#base/plural.ts";
import type { id } from "./collection.id.ts";

export const en: typeof id = {
  count: (count) => counted(count, "product", "products"),
  empty: "No products yet",
  emptyText: "See what else our shop has.",
  toShop: "See all products",
  sort: "Sort",
  apply: "Apply",
  sorts: {
    manual: "Our choice",
    newest: "Newest",
    best_selling: "Best-selling",
    price_asc: "Cheapest",
    price_desc: "Dearest",
  },
};
