import { useCart } from "#app/browser/cart-store.ts";
import { storedState } from "#app/browser/stored-state.ts";
import type { MovedCart } from "#shop/abandoned-carts/saved-cart.ts";

interface MoveCart {
  /** This browser, to the account. */
  readonly device: string;
  /** The last cart that arrived here: an answer may come twice. */
  readonly arrived: string;
}

const useMoveCart = storedState<MoveCart>(
  "cart-hand-over",
  () => ({ device: crypto.randomUUID(), arrived: "" }),
  {
    read: ({ device, arrived }) => ({
      ...(typeof device === "string" && device.length === 36 ? { device } : {}),
      ...(typeof arrived === "string" ? { arrived } : {}),
    }),
  },
);

/**
 * Merges the account's stored cart into this device's after signing in. Without an answer the stored cart stays where
 * it is until the next time, and the page goes on.
 */
export async function takeSavedCart(path: string): Promise<void> {
  const { device } = useMoveCart.getState();
  // Stored before the request, so that a retry after a lost answer uses the same device.
  useMoveCart.setState({ device });
  const answer = await post(path, { intent: "take", device });
  const cart = answer?.cart;
  if (!cart) return;
  if (cart.version !== useMoveCart.getState().arrived) {
    useCart.getState().merge(cart.lines);
    for (const code of cart.promo_codes) useCart.getState().addCode(code);
    useMoveCart.setState({ arrived: cart.version });
  }
  await post(path, { intent: "forget", version: cart.version });
}

/** Gives this device's cart to the account, before its owner signs out here. */
export async function saveCartWithAccount(path: string): Promise<void> {
  const { lines, promo_codes, clear } = useCart.getState();
  if (lines.length === 0) return;
  const cart: MovedCart = {
    version: crypto.randomUUID(),
    lines: [...lines],
    promo_codes: [...promo_codes],
  };
  if (await post(path, { intent: "keep", ...cart })) clear();
}

async function post(path: string, body: object): Promise<{ cart?: MovedCart } | null> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.ok ? ((await response.json()) as { cart?: MovedCart }) : null;
  } catch {
    // No connection: the cart stays where it is.
    return null;
  }
}
