import { useCart } from "#app/browser/cart/cart-store.ts";
import { syncCart } from "#app/browser/cart/sync-cart.ts";

/** Before sign-out: stores the cart at the account and clears it on this device. If the sync fails, the device keeps the cart. */
export async function leaveCartWithAccount(path: string): Promise<void> {
  if (await syncCart(path)) useCart.setState({ lines: [], promo_codes: [], account: null });
}
