import { consentLevels, consentSources } from "#shop/consent/subscribers/subscriber-filter.ts";
import type { Field, Fields } from "#shop/staff/filters/field.ts";

/** Where a subscription comes from; by the others it ends. */
const signUpSources = consentSources.filter(
  (source) => source !== "one_click" && source !== "webhook" && source !== "staff",
);

const byFacts = (index: string) => `recipient_facts_${index}`;

/** What a segment asks about a recipient. The index serves a count over all subscribers. */
export const segmentFields = {
  language: { type: "choice", choices: ["id", "en"], index: "subscriptions_of_topic" },
  mailbox: {
    type: "choice",
    choices: ["gmail", "microsoft", "yahoo", "apple", "other"],
    index: "subscriptions_of_topic",
  },
  topic: {
    type: "code",
    pattern: /^[a-z][a-z0-9_]{1,39}$/,
    operators: ["any", "none"],
    index: "subscriptions_of_topic",
  },
  level: { type: "choice", choices: consentLevels, index: "subscriptions_of_topic" },
  source: { type: "choice", choices: signUpSources, index: "subscriptions_by_source" },
  tag: {
    type: "code",
    pattern: /^[^\p{Cc}\p{Lu},;]{1,40}$/u,
    operators: ["any", "none"],
    index: "mail_recipients_tags",
  },
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
  region: {
    type: "code",
    pattern: /^\d{4}(\d{2})?$/,
    operators: ["any", "none"],
    search: "areas",
    index: byFacts("region"),
  },
} as const satisfies Record<string, Field> as Fields & Record<SegmentField, Field>;

export type SegmentField =
  | "language"
  | "mailbox"
  | "topic"
  | "level"
  | "source"
  | "tag"
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
  | "province"
  | "region";
