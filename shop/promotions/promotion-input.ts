import * as v from "valibot";
import type { LocalText } from "#base/language.ts";
import { withoutInvisible } from "#base/typed-text.ts";
import { emailSchema } from "#shop/kernel/contact-schemas.ts";
import { maxCodesOfPromotion, normaliseCode, type PromoType } from "./promotion.ts";

const line = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) =>
      withoutInvisible(text)
        .replace(/[\p{Cc}\p{Cs}]/gu, " ")
        .trim(),
    ),
    v.maxLength(max, "too_long"),
  );
const uuid = v.pipe(v.string(), v.uuid("invalid_input"));
const set = <T extends string>(part: v.GenericSchema<string, T>, max: number, code = "too_many") =>
  v.optional(
    v.pipe(
      v.array(part),
      v.transform((all) => [...new Set(all)].sort()),
      v.maxLength(max, code),
    ),
    [],
  );
const ids = set(uuid, 500);
const whole = (min: number, max: number) =>
  v.pipe(
    v.number("number_invalid"),
    v.integer("number_invalid"),
    v.minValue(min, "number_invalid"),
    v.maxValue(max, "number_too_large"),
  );
/** Whole rupiah; at most a trillion. */
const amount = whole(0, 1_000_000_000_000);
const uses = whole(0, 1_000_000_000);
const pieces = whole(1, 99);
const optional = <T extends v.GenericSchema>(part: T) => v.optional(v.nullable(part), null);
/** Wall-clock time in the shop: `2026-12-01T00:00`. */
const local = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, "date_invalid"),
  v.check((text) => isMoment(text), "date_invalid"),
);
/** What buyers can type on any keyboard. */
const code = v.pipe(
  v.string(),
  v.transform(normaliseCode),
  v.regex(/^[A-Z0-9][A-Z0-9-]{0,39}$/, "promo_code_invalid"),
);
const classes = v.picklist(["product", "order", "shipping"], "invalid_input");

const fieldsSchema = v.strictObject({
  name: v.strictObject({ id: v.pipe(line(200), v.minLength(1, "required")), en: line(200) }),
  class: classes,
  type: v.picklist(
    ["percent", "fixed", "free_shipping", "fixed_shipping", "buy_x_get_y", "gift"],
    "invalid_input",
  ),
  /** Percent or whole rupiah; 0 where the type has no value. */
  value: v.optional(amount, 0),
  max_discount: optional(amount),
  automatic: v.optional(v.boolean(), false),
  /** Codes that staff type. Batches are made by `createBatch`. */
  codes: set(code, maxCodesOfPromotion, "too_many_codes"),
  priority: v.optional(whole(-1000, 1000), 0),
  allocation: v.optional(v.picklist(["each", "across"], "invalid_input"), "across"),
  combines_with: v.optional(
    v.pipe(
      v.array(classes),
      v.transform((all) => [...new Set(all)].sort()),
    ),
    ["order", "product", "shipping"],
  ),
  min_subtotal: v.optional(amount, 0),
  min_quantity: v.optional(whole(0, 10_000), 0),
  product_ids: ids,
  category_ids: ids,
  excluded_product_ids: ids,
  excluded_category_ids: ids,
  exclude_sale_items: v.optional(v.boolean(), false),
  buy_quantity: optional(pieces),
  get_quantity: optional(pieces),
  reward_product_ids: ids,
  reward_category_ids: ids,
  gift_variant_id: optional(uuid),
  first_order_only: v.optional(v.boolean(), false),
  group_ids: ids,
  emails: set(emailSchema, 1000),
  region_codes: set(
    v.pipe(v.string(), v.regex(/^(\d{2}|\d{4}|\d{6}|\d{10})$/, "invalid_input")),
    500,
  ),
  /** `provider` or `provider:method` */
  payment_methods: set(
    v.pipe(v.string(), v.regex(/^[a-z0-9_-]{1,20}(:[a-z0-9_-]{1,20})?$/, "invalid_input")),
    20,
  ),
  starts_at: optional(local),
  /** The last minute that counts. */
  ends_at: optional(local),
  enabled: v.optional(v.boolean(), true),
  /** Everybody may read its first code in the cart. */
  is_shown: v.optional(v.boolean(), false),
  usage_limit: optional(uses),
  per_customer_limit: optional(uses),
  budget: optional(amount),
});

/** Everything that staff decide about a promotion. Each field that contradicts another has a code of its own. */
export const promotionFieldsSchema = v.pipe(
  fieldsSchema,
  v.forward(
    v.check(
      ({ type, value }) => !isPercent(type) || (value >= 1 && value <= 100),
      "percent_invalid",
    ),
    ["value"],
  ),
  v.forward(
    v.check(
      ({ type, value }) => !["fixed", "fixed_shipping"].includes(type) || value > 0,
      "amount_missing",
    ),
    ["value"],
  ),
  v.forward(
    v.check(({ max_discount }) => max_discount !== 0, "amount_missing"),
    ["max_discount"],
  ),
  v.forward(
    v.check(
      ({ type, buy_quantity }) => type !== "buy_x_get_y" || buy_quantity !== null,
      "pieces_missing",
    ),
    ["buy_quantity"],
  ),
  v.forward(
    v.check(
      ({ type, get_quantity }) => !["buy_x_get_y", "gift"].includes(type) || get_quantity !== null,
      "pieces_missing",
    ),
    ["get_quantity"],
  ),
  v.forward(
    v.check(
      ({ type, gift_variant_id }) => type !== "gift" || gift_variant_id !== null,
      "gift_missing",
    ),
    ["gift_variant_id"],
  ),
  v.forward(
    v.check(
      ({ starts_at, ends_at }) => starts_at === null || ends_at === null || ends_at >= starts_at,
      "promotion_ends_before_start",
    ),
    ["ends_at"],
  ),
);
export type PromotionFields = v.InferOutput<typeof promotionFieldsSchema> & {
  readonly name: LocalText;
};

/** A save: the fields as they were read and as they shall be. */
export const promotionSaveSchema = v.strictObject({
  /** Chosen by the form. */
  id: uuid,
  /** The version that was read; 0 for a new promotion. */
  version: whole(0, 1_000_000_000),
  before: v.nullable(fieldsSchema),
  after: promotionFieldsSchema,
});
export type PromotionSave = v.InferOutput<typeof promotionSaveSchema>;

function isPercent(type: PromoType): boolean {
  return type === "percent" || type === "buy_x_get_y";
}

/** Whether a wall-clock time exists: 31 February does not. */
function isMoment(text: string): boolean {
  const at = Date.parse(`${text}:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
