import * as v from "valibot";
import { cartLineSchema, maxLines } from "#shop/orders/cart/cart.ts";
import { promotionFieldsSchema } from "#shop/promotions/promotion-input.ts";

/** The cart that a promotion is tried on. */
const sampleSchema = v.variant("kind", [
  /** What buyers ordered most of late. */
  v.strictObject({ kind: v.literal("best") }),
  /** The goods of an order. */
  v.strictObject({
    kind: v.literal("order"),
    number: v.pipe(v.string(), v.trim(), v.minLength(1, "required"), v.maxLength(40, "too_long")),
  }),
  v.strictObject({
    kind: v.literal("own"),
    lines: v.pipe(
      v.array(v.omit(cartLineSchema, ["design_id"])),
      v.minLength(1, "required"),
      v.maxLength(maxLines, "too_many"),
    ),
  }),
]);
export type Sample = v.InferOutput<typeof sampleSchema>;

export const previewInputSchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid("invalid_input")),
  after: promotionFieldsSchema,
  sample: sampleSchema,
});
export type PreviewInput = v.InferOutput<typeof previewInputSchema>;
