import type { Field, Fields } from "#shop/staff/filters/field.ts";

/** Filters of the list of buyers. `index` names the index that a selective value uses. */
export const buyerFields = {
  has_account: { type: "boolean", index: "buyers_guests" },
  orders: { type: "number", index: "buyers_orders" },
  spent: { type: "amount", index: "buyers_spent" },
  last_order: { type: "moment", index: "buyers_last_order" },
  province: {
    type: "code",
    pattern: /^\d{2}$/,
    operators: ["any", "none"],
    index: "buyers_province",
  },
  tag: {
    type: "code",
    pattern: /^[^\p{Cc},;]{1,40}$/u,
    operators: ["any", "none"],
    index: "buyers_tags",
  },
} as const satisfies Record<string, Field> as Fields & Record<BuyerField, Field>;
export type BuyerField = "has_account" | "orders" | "spent" | "last_order" | "province" | "tag";

export const buyerSorts = ["newest", "spent", "last_order"] as const;
export type BuyerSort = (typeof buyerSorts)[number];
