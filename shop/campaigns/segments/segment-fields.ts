import type { Field, Fields } from "#shop/filters/field.ts";
import { consentLevels } from "#shop/mail-topics/subscriber-filter.ts";

const byFacts = (index: string) => `recipient_facts_${index}`;

/** What a segment asks about a recipient. The index serves a count over all subscribers. */
export const segmentFields = {
  language: { type: "choice", choices: ["id", "en"], index: "subscriptions_of_topic" },
  mailbox: {
    type: "choice",
    choices: ["gmail", "microsoft", "yahoo", "apple", "other"],
    index: "subscriptions_of_topic",
  },
  level: { type: "choice", choices: consentLevels, index: "subscriptions_of_topic" },
  since: { type: "moment", index: "subscriptions_of_topic" },
  registered: { type: "boolean", index: "subscriptions_of_topic" },
  group: { type: "id", index: "customer_group_members_customer" },
  orders: { type: "number", index: byFacts("orders") },
  spent: { type: "amount", index: byFacts("spent") },
  first_order: { type: "moment", index: byFacts("pkey") },
  last_order: { type: "moment", index: byFacts("last") },
  bought: { type: "id", index: byFacts("categories") },
  product: { type: "id", search: "products", index: "order_lines_variant" },
  promotion: { type: "id", index: "promo_redeemed_already" },
  open_cart: { type: "boolean", index: "saved_carts_pkey" },
  got: { type: "id", index: "mail_deliveries_pkey" },
  ordered_from: { type: "id", index: "order_marks_campaign" },
  unmailed: { type: "number", index: "mail_delivery_once" },
  province: { type: "code", pattern: /^\d{2}$/, index: byFacts("pkey") },
} as const satisfies Record<string, Field> as Fields & Record<SegmentField, Field>;

export type SegmentField =
  | "language"
  | "mailbox"
  | "level"
  | "since"
  | "registered"
  | "group"
  | "orders"
  | "spent"
  | "first_order"
  | "last_order"
  | "bought"
  | "product"
  | "promotion"
  | "open_cart"
  | "got"
  | "ordered_from"
  | "unmailed"
  | "province";
