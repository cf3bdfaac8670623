import * as v from "valibot";
import { optionalTextLine } from "#shop/kernel/text-line.ts";
import { maxGoods, optionalRupiah, translated, typedNumber } from "./typed-values.ts";

export const methodSources = ["table", "live", "pickup"] as const;
export const methodFallbacks = ["table", "hide"] as const;

/** Grams: a tonne. */
const maxGrams = 1_000_000;
const maxExcludedProducts = 500;
const ids = (max: number) =>
  v.pipe(
    v.array(v.pipe(v.string(), v.uuid("invalid_input"))),
    v.maxLength(max, "too_many_products"),
    v.transform((values) => [...new Set(values)]),
  );
const words = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^[a-z0-9_:-]{1,60}$/, "invalid_input"))),
  v.maxLength(50, "invalid_input"),
  v.transform((values) => [...new Set(values)]),
);

export const methodSchema = v.pipe(
  v.object({
    name: translated(60),
    courier: optionalTextLine(60),
    service: optionalTextLine(60),
    source: v.picklist(methodSources, "invalid_input"),
    fallback: v.picklist(methodFallbacks, "invalid_input"),
    enabled: v.boolean(),
    /** Empty: every class. */
    classes: words,
    min_weight_grams: typedNumber(0, maxGrams),
    max_weight_grams: typedNumber(1, maxGrams),
    min_subtotal: optionalRupiah(maxGoods),
    max_subtotal: optionalRupiah(maxGoods),
    excluded_product_ids: ids(maxExcludedProducts),
    excluded_category_ids: ids(maxExcludedProducts),
    /** `provider` or `provider:method`. Empty: every one. */
    payment_methods: words,
    step_grams: typedNumber(1, 100_000),
    volumetric_divisor: typedNumber(1_000, 100_000),
  }),
  v.forward(
    v.check(({ courier, source }) => source === "pickup" || courier !== "", "required"),
    ["courier"],
  ),
  v.forward(
    v.check(({ service, source }) => source !== "live" || service !== "", "live_service_missing"),
    ["service"],
  ),
  v.forward(
    v.check(
      ({ min_weight_grams, max_weight_grams }) => min_weight_grams <= max_weight_grams,
      "bounds_reversed",
    ),
    ["max_weight_grams"],
  ),
  v.forward(
    v.check(
      ({ min_subtotal, max_subtotal }) =>
        min_subtotal === null || max_subtotal === null || min_subtotal <= max_subtotal,
      "bounds_reversed",
    ),
    ["max_subtotal"],
  ),
);
export type MethodInput = v.InferOutput<typeof methodSchema>;
