import * as v from "valibot";
import type { LocalText } from "#base/language.ts";
import { optionalTextLine, textLine } from "#shop/kernel/text-line.ts";
import { collectionSorts } from "./collection-sorts.ts";

/** Products that a person chooses for one collection. */
export const maxChosen = 500;
const maxRuleDays = 3650;
const maxRupiah = 1_000_000_000_000;

const moment = v.nullable(
  v.pipe(
    v.string(),
    v.regex(
      /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/,
      "date_invalid",
    ),
    v.check((text) => !Number.isNaN(Date.parse(`${text}:00Z`)), "date_invalid"),
  ),
);
const whole = (min: number, max: number) =>
  v.pipe(
    v.number("number_invalid"),
    v.integer("number_invalid"),
    v.minValue(min, "number_invalid"),
    v.maxValue(max, "number_too_large"),
  );
const uuid = v.pipe(v.string(), v.uuid("invalid_input"), v.toLowerCase());

export const collectionRuleSchema = v.pipe(
  v.strictObject({
    category_ids: v.optional(v.pipe(v.array(uuid), v.maxLength(100, "too_many"))),
    /** Whole rupiah. */
    price_min: v.optional(whole(0, maxRupiah)),
    price_max: v.optional(whole(0, maxRupiah)),
    in_stock: v.optional(v.boolean()),
    on_sale: v.optional(v.boolean()),
    newest_days: v.optional(whole(1, maxRuleDays)),
  }),
  v.forward(
    v.check(
      ({ price_min, price_max }) =>
        price_min === undefined || price_max === undefined || price_min <= price_max,
      "price_range_reversed",
    ),
    ["price_max"],
  ),
);

const bothTexts = (max: number) =>
  v.object({ id: optionalTextLine(max), en: optionalTextLine(max) });

export const collectionSchema = v.pipe(
  v.strictObject({
    /** Chosen by the form. */
    id: uuid,
    /** 0: new. */
    version: whole(0, 1_000_000_000),
    name: v.object({ id: textLine(80), en: optionalTextLine(80) }),
    description: bothTexts(300),
    /** Empty: made of the name. */
    slug: v.pipe(
      v.string(),
      v.trim(),
      v.toLowerCase(),
      v.maxLength(80, "too_long"),
      v.regex(/^(|[a-z0-9]+(-[a-z0-9]+)*)$/, "slug_invalid"),
    ),
    kind: v.picklist(["manual", "rule"], "invalid_input"),
    rule: collectionRuleSchema,
    /** In their order. */
    product_ids: v.pipe(v.array(uuid), v.maxLength(maxChosen, "too_many")),
    sort: v.picklist(collectionSorts, "invalid_input"),
    published: v.boolean(),
    /** Wall-clock time of the shop, `YYYY-MM-DDTHH:MM`. */
    published_from: moment,
    published_to: moment,
    seo: v.object({ title: bothTexts(80), description: bothTexts(200) }),
  }),
  v.forward(
    v.check(({ sort, kind }) => sort !== "manual" || kind === "manual", "sort_needs_hand"),
    ["sort"],
  ),
  v.forward(
    v.check(
      ({ published_from: from, published_to: to }) => from === null || to === null || to > from,
      "period_invalid",
    ),
    ["published_to"],
  ),
);
export type CollectionInput = v.InferOutput<typeof collectionSchema>;

export interface StaffCollection extends CollectionInput {
  readonly products: readonly { readonly id: string; readonly name: LocalText }[];
}
