import { useEffect } from "react";
import { useLocalPath } from "#app/language.ts";
import { useSeemsSignedIn } from "./session-presence.ts";

/** The cart of a signed-in visitor is the account's: the same on all of their devices. */
export function useAccountCart(): void {
  const to = useLocalPath();
  const isSignedIn = useSeemsSignedIn();
  const address = to("/dashboard/Cart");
  useEffect(() => {
    if (!isSignedIn) return;
    // Without it the cart stays on this device.
    import("./sync-cart.ts").then(
      ({ followAccountCart }) => followAccountCart(address),
      console.warn,
    );
  }, [isSignedIn, address]);
}
