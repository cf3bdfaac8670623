import { useEffect, useRef, useState } from "react";
import { useLocalPath } from "#app/language.ts";
import type { ShownQuote } from "#shop/orders/cart/cart.ts";
import { useCart } from "./cart-store.ts";
import { useDeliveryRegion } from "./delivery-region.ts";

export interface CartQuote {
  /** The last quote; stays while a newer one is requested. */
  readonly quote: ShownQuote | null;
  readonly state: "loading" | "ready" | "offline" | "error";
  /** Whether the quote belongs to the cart as it is now. */
  readonly isCurrent: boolean;
  readonly retry: () => void;
}

const typingPause = 150;

/** Requests the current price of this device's cart, after every change. */
export function useCartQuote(enabled = true): CartQuote {
  const to = useLocalPath();
  const address = to("/api/quote");
  const { lines, promo_codes } = useCart();
  const region = useDeliveryRegion();
  const [answer, setAnswer] = useState<{ asked: string; quote: ShownQuote } | null>(null);
  const [failure, setFailure] = useState<"offline" | "error" | null>(null);
  const [tries, setTries] = useState(0);
  const first = useRef(true);

  const asked = JSON.stringify({
    lines,
    ...(promo_codes.length > 0 ? { promo_codes } : {}),
    ...(region ? { region_code: region.code } : {}),
  });
  // Send an emptied cart once: the shop must not remind of removed lines.
  const wanted = enabled && (lines.length > 0 || answer !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks the same again
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    const pause = first.current ? 0 : typingPause;
    first.current = false;
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(address, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: asked,
          signal: abort.signal,
        });
        // 429: too many wrong codes; the price without them, and each code's waiting time.
        if (!response.ok && response.status !== 429)
          throw new Error(`quote answered ${response.status}`);
        setAnswer({ asked, quote: await response.json() });
        setFailure(null);
      } catch {
        if (!abort.signal.aborted) setFailure(navigator.onLine ? "error" : "offline");
      }
    }, pause);
    const again = () => setTries((count) => count + 1);
    addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      abort.abort();
      removeEventListener("online", again);
    };
  }, [asked, address, wanted, tries]);

  const isCurrent = answer?.asked === asked;
  return {
    quote: answer?.quote ?? null,
    state: failure ?? (isCurrent ? "ready" : "loading"),
    isCurrent,
    retry: () => {
      setFailure(null);
      setTries((count) => count + 1);
    },
  };
}
