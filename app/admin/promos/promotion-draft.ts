import { readAmount } from "#shop/kernel/read-amount.ts";
import { normaliseCode, type PromoClass, type PromoType } from "#shop/promotions/promotion.ts";
import type { PromotionFields } from "#shop/promotions/promotion-input.ts";

/** Numbers are texts until they are saved; an empty one means none. */
const typedNumbers = [
  "value",
  "max_discount",
  "min_subtotal",
  "min_quantity",
  "buy_quantity",
  "get_quantity",
  "usage_limit",
  "per_customer_limit",
  "budget",
  "priority",
] as const;
export type TypedNumber = (typeof typedNumbers)[number];
/** Numbers that are 0, not null, when they are empty. */
const zeros: readonly TypedNumber[] = ["value", "min_subtotal", "min_quantity", "priority"];

/** A promotion as it is typed. Codes and addresses are one text, separated by commas, spaces or lines. */
export type PromotionDraft = Omit<
  PromotionFields,
  TypedNumber | "codes" | "emails" | "starts_at" | "ends_at"
> &
  Readonly<Record<TypedNumber | "codes" | "emails" | "starts_at" | "ends_at", string>>;

/** A code for each field that needs to be put right, by its path. */
export type DraftProblems = Readonly<Record<string, string>>;

/** A new promotion: ten percent off the order by a code. */
export const emptyPromotion: PromotionFields = {
  name: { id: "", en: "" },
  class: "order",
  type: "percent",
  value: 0,
  max_discount: null,
  automatic: false,
  codes: [],
  priority: 0,
  allocation: "across",
  combines_with: ["order", "product", "shipping"],
  min_subtotal: 0,
  min_quantity: 0,
  product_ids: [],
  category_ids: [],
  excluded_product_ids: [],
  excluded_category_ids: [],
  exclude_sale_items: false,
  buy_quantity: null,
  get_quantity: null,
  reward_product_ids: [],
  reward_category_ids: [],
  gift_variant_id: null,
  first_order_only: false,
  is_shown: false,
  group_ids: [],
  emails: [],
  region_codes: [],
  payment_methods: [],
  starts_at: null,
  ends_at: null,
  enabled: true,
  usage_limit: null,
  per_customer_limit: null,
  budget: null,
};

export function draftOf(fields: PromotionFields): PromotionDraft {
  const numbers = Object.fromEntries(
    typedNumbers.map((name) => {
      const value = fields[name];
      return [name, value === null || (value === 0 && zeros.includes(name)) ? "" : String(value)];
    }),
  ) as Record<TypedNumber, string>;
  return {
    ...fields,
    ...numbers,
    codes: fields.codes.join(", "),
    emails: fields.emails.join("\n"),
    starts_at: fields.starts_at ?? "",
    ends_at: fields.ends_at ?? "",
  };
}

/** The fields of a draft. A number that cannot be read counts as none and is named in `problems`. */
export function fieldsOf(draft: PromotionDraft): {
  fields: PromotionFields;
  problems: DraftProblems;
} {
  const problems: Record<string, string> = {};
  const whole = (name: TypedNumber): number | null => {
    const text = draft[name].trim();
    const isNegative = name === "priority" && text.startsWith("-");
    const value = text === "" ? undefined : readAmount(isNegative ? text.slice(1) : text);
    if (text !== "" && value === undefined) problems[`after.${name}`] = "number_invalid";
    return value === undefined ? null : isNegative ? -value : value;
  };
  const number = (name: TypedNumber) => whole(name) ?? 0;
  const parts = (text: string) => [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ];
  const isOfClass = draft.class === "product";
  const { type } = draft;
  const fields: PromotionFields = {
    ...draft,
    value: type === "free_shipping" || type === "gift" ? 0 : number("value"),
    max_discount: type === "gift" ? null : whole("max_discount"),
    min_subtotal: number("min_subtotal"),
    min_quantity: number("min_quantity"),
    priority: number("priority"),
    usage_limit: whole("usage_limit"),
    per_customer_limit: whole("per_customer_limit"),
    budget: whole("budget"),
    buy_quantity: type === "buy_x_get_y" ? whole("buy_quantity") : null,
    get_quantity: hasPieces(type) ? whole("get_quantity") : null,
    gift_variant_id: type === "gift" ? draft.gift_variant_id : null,
    reward_product_ids: type === "buy_x_get_y" ? draft.reward_product_ids : [],
    reward_category_ids: type === "buy_x_get_y" ? draft.reward_category_ids : [],
    allocation: isOfClass && type === "fixed" ? draft.allocation : "across",
    codes: draft.automatic ? [] : parts(draft.codes).map(normaliseCode).sort(),
    emails: parts(draft.emails.toLowerCase()).sort(),
    starts_at: draft.starts_at || null,
    ends_at: draft.ends_at || null,
  };
  return { fields, problems };
}

export function hasPieces(type: PromoType): boolean {
  return type === "buy_x_get_y" || type === "gift";
}

/** The classes that a type can have; the first is its usual one. */
export function classesOf(type: PromoType): readonly PromoClass[] {
  if (type === "free_shipping" || type === "fixed_shipping") return ["shipping"];
  return hasPieces(type) ? ["product"] : ["order", "product"];
}

/** Another type, with a class and numbers that fit it. */
export function withType(draft: PromotionDraft, type: PromoType): PromotionDraft {
  const classes = classesOf(type);
  return {
    ...draft,
    type,
    class: classes.includes(draft.class) ? draft.class : (classes[0] ?? "order"),
    // A percentage is no amount of rupiah.
    value: type === draft.type ? draft.value : type === "buy_x_get_y" ? "100" : "",
    buy_quantity: type === "buy_x_get_y" ? draft.buy_quantity || "2" : draft.buy_quantity,
    get_quantity: hasPieces(type) ? draft.get_quantity || "1" : draft.get_quantity,
  };
}
