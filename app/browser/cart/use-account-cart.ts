import { useEffect } from "react";
import { useSeemsSignedIn } from "#app/browser/session/session-presence.ts";
import { useLocalPath } from "#app/language.ts";

/** Syncs the cart of a signed-in visitor between all of their devices. */
export function useAccountCart(): void {
  const to = useLocalPath();
  const isSignedIn = useSeemsSignedIn();
  const address = to("/dashboard/Cart");
  useEffect(() => {
    if (!isSignedIn) return;
    // If the script does not load, the cart stays on this device.
    import("./sync-cart.ts").then(({ startCartSync }) => startCartSync(address), console.warn);
  }, [isSignedIn, address]);
}
