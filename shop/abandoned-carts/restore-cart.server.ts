import { asShop } from "#db/client.server.ts";
import { readCartToken } from "./cart-link.server.ts";
import type { MovedCart } from "./saved-cart.ts";

/** Number of pieces that a link restores; undefined for an invalid link or a deleted cart. Changes nothing. */
export async function countSavedCart(token: string): Promise<number | undefined> {
  const version = readCartToken(token);
  if (!version) return undefined;
  const [row] = await asShop()<{ pieces: number }[]>`
    select coalesce((select sum((l ->> 'quantity')::int) from jsonb_array_elements(k.lines) l), 0)::int as pieces
    from private.saved_carts k where k.version = ${version}`;
  return row?.pieces;
}

/** `is_copy`: a device, perhaps this one, has these lines already. */
export type RestoredCart = MovedCart & { readonly is_copy: boolean };

/**
 * Moves the cart of a link to a device: to one only, and to the same one again, because the answer may get lost. A copy
 * of a device's cart is returned to every device and stays stored.
 * @param device chosen by the device
 */
export async function restoreCart(
  token: string,
  device: string,
): Promise<RestoredCart | undefined> {
  const version = readCartToken(token);
  if (!version) return undefined;
  const [taken] = await asShop()<RestoredCart[]>`
    update private.saved_carts set taken_by = case when is_copy then null else ${device}::uuid end
    where version = ${version} and (taken_by is null or taken_by = ${device})
    returning version, lines, promo_codes, is_copy`;
  return taken;
}
