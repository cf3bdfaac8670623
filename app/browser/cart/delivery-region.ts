import { useEffect } from "react";
import { useInBrowser } from "#app/browser/browser-facts.ts";
import { useSeemsSignedIn } from "#app/browser/session/session-presence.ts";
import { useLocalPath } from "#app/language.ts";
import { type ChosenRegion, useCart } from "./cart-store.ts";

/**
 * Where prices of delivery are for: what was searched last, else the main address of who is signed in. Null on the server:
 * the page is the same for everybody.
 */
export function useDeliveryRegion(): ChosenRegion | null {
  const to = useLocalPath();
  const inBrowser = useInBrowser();
  const region = useCart((cart) => cart.region ?? cart.home);
  const asks = useSeemsSignedIn() && !region;
  const address = to("/api/main-region");
  useEffect(() => {
    if (!asks) return;
    // Without it the search box stays.
    import("#app/browser/main-region.ts").then(
      ({ learnMainRegion }) => learnMainRegion(address).catch(console.warn),
      console.warn,
    );
  }, [asks, address]);
  return inBrowser ? region : null;
}
