import type { CartAnswer, CartSync } from "#shop/abandoned-carts/saved-cart.ts";
import { isInStep, nextSync, takeAnswer } from "./account-cart.ts";
import { rereadCart, useCart } from "./cart-store.ts";
import { seemsSignedIn } from "./session-presence.ts";

/** After the last change of a row of changes, milliseconds. */
const pauseMs = 400;
/** Rounds until a device is in step; another device may change the cart between two of them. */
const maxRounds = 5;

let isFollowing = false;

/** Keeps this device's cart in step with the account's: now, after each change, and when the visitor returns. */
export function followAccountCart(address: string): void {
  if (isFollowing) return;
  isFollowing = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sync = () => {
    clearTimeout(timer);
    timer = undefined;
    if (seemsSignedIn()) void syncCart(address);
  };
  useCart.subscribe((cart, before) => {
    if (cart.lines === before.lines && cart.promo_codes === before.promo_codes) return;
    // A device that was signed out in another tab.
    if (cart.account === null && cart.lines.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(sync, pauseMs);
  });
  addEventListener("online", sync);
  addEventListener("pageshow", (event) => event.persisted && sync());
  document.addEventListener("visibilitychange", () => {
    // A page that is left sends its last change at once.
    if (document.visibilityState === "visible" || timer !== undefined) sync();
  });
  sync();
}

/** @returns whether device and account have the same cart now; without a connection the change waits on the device */
export function syncCart(address: string): Promise<boolean> {
  const run = () => inRounds(address);
  // The tabs of a browser share one cart: one of them at a time.
  return navigator.locks ? navigator.locks.request("account-cart", run) : run();
}

async function inRounds(address: string): Promise<boolean> {
  rereadCart();
  for (let round = 0; round < maxRounds; round++) {
    const sent = nextSync();
    const answer = await ask(address, sent);
    if (!answer) return false;
    takeAnswer(answer, sent.change);
    if (isInStep(useCart.getState())) return true;
  }
  return false;
}

async function ask(address: string, body: CartSync): Promise<CartAnswer | undefined> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
    });
    // A guest, or a session that has ended: the cart stays on the device.
    return response.ok ? (((await response.json()) as CartAnswer | null) ?? undefined) : undefined;
  } catch {
    // No connection.
    return undefined;
  }
}
