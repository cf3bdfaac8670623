import { asShop } from "#db/client.server.ts";
import { readCartToken } from "./cart-link.server.ts";
import type { MovedCart } from "./saved-cart.ts";

/** How many pieces a link would bring back; undefined when it is not ours, or that cart is gone. Changes nothing. */
export async function countSavedCart(token: string): Promise<number | undefined> {
  const version = readCartToken(token);
  if (!version) return undefined;
  const [row] = await asShop()<{ pieces: number }[]>`
    select coalesce((select sum((l ->> 'quantity')::int) from jsonb_array_elements(k.lines) l), 0)::int as pieces
    from private.saved_carts k where k.version = ${version}`;
  return row?.pieces;
}

/** `is_copy`: a device has these lines already, perhaps this one. */
export type RestoredCart = MovedCart & { readonly is_copy: boolean };

/**
 * Hands the cart that a link names to a device: to one only, and to that one again, because the answer may get lost.
 * A cart that lies on a device is shown to any that asks, and stays there.
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
