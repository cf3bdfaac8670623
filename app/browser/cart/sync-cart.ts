import { seemsSignedIn } from "#app/browser/session/session-presence.ts";
import type { CartAnswer, CartSync } from "#shop/mailing/cart-reminders/saved-cart.ts";
import { applyAnswer, isSynced, nextSync } from "./account-cart.ts";
import { rereadCart, useCart } from "./cart-store.ts";

/** Debounce between the last change and its request. */
const pauseMs = 400;
/** Requests of one sync at most. Another device may change the cart between two of them, which takes one request more. */
const maxRounds = 5;

let isStarted = false;

/** Syncs this device's cart with the account's: on load, after each change, and when the page becomes visible. */
export function startCartSync(address: string): void {
  if (isStarted) return;
  isStarted = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sync = () => {
    clearTimeout(timer);
    timer = undefined;
    if (seemsSignedIn()) void syncCart(address);
  };
  useCart.subscribe((cart, before) => {
    if (cart.lines === before.lines && cart.promo_codes === before.promo_codes) return;
    // Another tab signed out and cleared the cart.
    if (cart.account === null && cart.lines.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(sync, pauseMs);
  });
  addEventListener("online", sync);
  addEventListener("pageshow", (event) => event.persisted && sync());
  document.addEventListener("visibilitychange", () => {
    // A hidden page sends its pending change without the debounce, because the browser may close it.
    if (document.visibilityState === "visible" || timer !== undefined) sync();
  });
  sync();
}

/** @returns whether device and account have the same cart; without a connection, the next sync sends the change */
export function syncCart(address: string): Promise<boolean> {
  const run = () => syncUntilEqual(address);
  // The tabs of a browser share one stored cart, so they sync one at a time.
  return navigator.locks ? navigator.locks.request("account-cart", run) : run();
}

async function syncUntilEqual(address: string): Promise<boolean> {
  rereadCart();
  for (let round = 0; round < maxRounds; round++) {
    const sent = nextSync();
    const answer = await postSync(address, sent);
    if (!answer) return false;
    applyAnswer(answer, sent.change);
    if (isSynced(useCart.getState())) return true;
  }
  return false;
}

async function postSync(address: string, body: CartSync): Promise<CartAnswer | undefined> {
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      keepalive: true,
    });
    // Null for guests, an error after the session has ended.
    return response.ok ? (((await response.json()) as CartAnswer | null) ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}
