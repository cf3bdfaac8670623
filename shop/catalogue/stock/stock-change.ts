import * as v from "valibot";
import { optionalTextLine } from "#shop/kernel/text-line.ts";
import { costSchema } from "./cost.ts";
import { adjustmentReasons } from "./stock-ledger.ts";

const pieces = v.pipe(
  v.number("number_invalid"),
  v.integer("number_invalid"),
  v.minValue(1, "number_invalid"),
  v.maxValue(1_000_000, "number_too_large"),
);

export const stockChangeSchema = v.variant("kind", [
  v.strictObject({
    kind: v.literal("receive"),
    key: v.pipe(v.string(), v.uuid("invalid_input")),
    quantity: pieces,
    note: optionalTextLine(200),
    /** What each piece cost; for staff who may change costs. */
    unit_cost: v.optional(costSchema),
  }),
  v.strictObject({
    kind: v.literal("adjust"),
    key: v.pipe(v.string(), v.uuid("invalid_input")),
    /** Negative: pieces are gone. */
    quantity: v.pipe(
      v.number("number_invalid"),
      v.integer("number_invalid"),
      v.minValue(-1_000_000, "number_too_large"),
      v.maxValue(1_000_000, "number_too_large"),
      v.check((change) => change !== 0, "number_invalid"),
    ),
    reason: v.picklist(adjustmentReasons, "required"),
    note: optionalTextLine(200),
  }),
  v.strictObject({
    kind: v.literal("limits"),
    safety: v.pipe(
      v.number("number_invalid"),
      v.integer("number_invalid"),
      v.minValue(0, "number_invalid"),
      v.maxValue(1_000_000, "number_too_large"),
    ),
  }),
  v.strictObject({
    kind: v.literal("low"),
    /** Of all variants of the product; null: the shop's own limit. */
    low_at: v.nullable(
      v.pipe(
        v.number("number_invalid"),
        v.integer("number_invalid"),
        v.minValue(0, "number_invalid"),
        v.maxValue(1_000_000, "number_too_large"),
      ),
    ),
  }),
]);
export type StockChange = v.InferOutput<typeof stockChangeSchema>;
