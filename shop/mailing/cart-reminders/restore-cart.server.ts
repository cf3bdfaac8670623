import { asShop } from "#db/client.server.ts";
import { readCartToken } from "./cart-link.server.ts";
import type { CartAnswer, SavedCart } from "./saved-cart.ts";

/** Number of pieces that a link restores; undefined for an invalid link or a deleted cart. Changes nothing. */
export async function countSavedCart(token: string): Promise<number | undefined> {
  const version = readCartToken(token);
  if (!version) return undefined;
  const [row] = await asShop()<{ pieces: number }[]>`
    select coalesce((select sum((l ->> 'quantity')::int) from jsonb_array_elements(k.lines) l), 0)::int as pieces
    from private.saved_carts k where k.version = ${version}`;
  return row?.pieces;
}

/** Reads the cart of a reminder's link. The link works on any device, and the account keeps the cart. */
export async function restoreCart(token: string): Promise<CartAnswer | undefined> {
  const version = readCartToken(token);
  if (!version) return undefined;
  const [row] = await asShop()<(SavedCart & { owner: string })[]>`
    select customer_id as owner, version, lines, promo_codes from private.saved_carts where version = ${version}`;
  if (!row) return undefined;
  const { owner, ...cart } = row;
  return { owner, cart, applied: false };
}
