import * as v from "valibot";
import { type CartLine, cartLineSchema, codeSchema, maxLines, maxPieces } from "#shop/cart/cart.ts";

/** What a device hands over. */
export const handedCartSchema = v.strictObject({
  /** Of this one handing over; the same one twice is once. */
  version: v.pipe(v.string(), v.uuid()),
  lines: v.pipe(v.array(cartLineSchema), v.maxLength(maxLines)),
  promo_codes: v.pipe(v.array(codeSchema), v.maxLength(5)),
});
export type MovedCart = v.InferOutput<typeof handedCartSchema>;

/**
 * Two carts of one person as one: the same thing twice is one line with the pieces of both, up to what a line may
 * hold; what is new comes after what was there.
 */
export function joinLines(
  lines: readonly CartLine[],
  more: readonly CartLine[],
): readonly CartLine[] {
  const all = [...lines];
  for (const line of more) {
    const index = all.findIndex(
      (other) => other.variant_id === line.variant_id && other.design_id === line.design_id,
    );
    const found = all[index];
    if (found) {
      all[index] = { ...found, quantity: Math.min(found.quantity + line.quantity, maxPieces) };
    } else if (all.length < maxLines) all.push(line);
  }
  return all;
}
