import type { Field, Fields } from "#shop/staff/filters/field.ts";
import { type OrderStage, orderStages } from "./order.ts";

/** What the list of orders can be filtered by. */
export const orderFields = {
  stage: { type: "choice", choices: orderStages, index: "orders_fulfilment" },
  payment: {
    type: "choice",
    choices: [
      "none",
      "authorized",
      "partially_paid",
      "paid",
      "overcharged",
      "partially_refunded",
      "refunded",
      "voided",
    ],
    index: "orders_payment_status",
  },
  courier: {
    type: "code",
    pattern: /^[^\p{Cc}]{1,60}$/u,
    operators: ["any", "none"],
    index: "orders_courier",
  },
  province: {
    type: "code",
    pattern: /^\d{2}$/,
    operators: ["any", "none"],
    index: "orders_province",
  },
  product: { type: "id", search: "products", index: "order_lines_variant" },
  personalised: { type: "boolean", index: "customisations_order" },
  buyer: { type: "id", isOfLinks: true, operators: ["any"], index: "orders_buyer" },
  total: { type: "amount", index: "orders_total" },
  created: { type: "moment", index: "orders_newest" },
} as const satisfies Record<string, Field> as Fields & Record<OrderField, Field>;
export type OrderField =
  | "stage"
  | "payment"
  | "courier"
  | "province"
  | "product"
  | "personalised"
  | "buyer"
  | "total"
  | "created";
export const orderSorts = ["newest"] as const;

/** The tabs of the list as filters. */
export const orderTabs = {
  awaiting_payment: "stage.any:awaiting_payment",
  processing: "stage.any:processing",
  shipped: "stage.any:shipped",
  done: "stage.any:done",
  canceled: "stage.any:canceled",
} as const satisfies Record<OrderStage, string>;
