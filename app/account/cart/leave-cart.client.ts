import { useCart } from "#app/browser/cart-store.ts";
import { syncCart } from "#app/browser/sync-cart.ts";

/** Leaves the cart with the account before its owner signs out here. Without a connection it stays on the device. */
export async function leaveCartWithAccount(path: string): Promise<void> {
  if (await syncCart(path)) useCart.setState({ lines: [], promo_codes: [], account: null });
}
