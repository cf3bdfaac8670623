import * as v from "valibot";
import { type CartLine, cartLineSchema, codeSchema, maxLines, maxPieces } from "#shop/cart/cart.ts";

/** The cart that a device moves to the account. */
export const handedCartSchema = v.strictObject({
  /** Idempotency key: a repeated version is moved once. */
  version: v.pipe(v.string(), v.uuid()),
  lines: v.pipe(v.array(cartLineSchema), v.maxLength(maxLines)),
  promo_codes: v.pipe(v.array(codeSchema), v.maxLength(5)),
});
export type MovedCart = v.InferOutput<typeof handedCartSchema>;

/**
 * Merges two carts of one person: equal lines become one with the pieces of both, up to the maximum of a line; new
 * lines follow the existing ones.
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
