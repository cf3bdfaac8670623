import { counted } from "#base/plural.ts";
import type { id } from "./product-search.id.ts";

export const en: typeof id = {
  hits: (count) => `${counted(count, "product", "products")} found`,
  none: "No product matches",
  failed: "The search failed. Try again.",
};
