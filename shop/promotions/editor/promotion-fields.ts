import type { Fields } from "#shop/staff/filters/field.ts";
import { promotionViews } from "./promotion-filter.ts";

/** What the list of promotions can be filtered by. */
export const promotionFields = {
  state: { type: "choice", choices: promotionViews, index: "promotions_open" },
  type: {
    type: "choice",
    choices: ["percent", "fixed", "free_shipping", "fixed_shipping", "buy_x_get_y", "gift"],
    index: "promotions_type",
  },
  used: { type: "number", index: "promotions_used" },
  ends: { type: "moment", index: "promotions_ends" },
  created: { type: "moment", index: "promotions_newest" },
} as const satisfies Fields;
export type PromotionField = keyof typeof promotionFields;
export const promotionSorts = ["newest"] as const;
