import { useEffect, useState } from "react";
import { useOnline } from "#app/browser/browser-facts.ts";
import { offlinePress } from "#app/browser/link-navigation.tsx";
import { busyShop } from "#app/browser/retrying-fetch.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { Icon } from "./icon.tsx";

/**
 * Stays visible while there is no connection, and reacts to links that cannot be followed. Also says when a form
 * waits for a busy shop.
 * @param offline in place of the storefront's sentence about the cart
 */
export function OfflineBanner({ offline }: { offline?: string }) {
  const words = useWords();
  const online = useOnline();
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (online) setPressed(false);
    const onPress = () => setPressed(true);
    addEventListener(offlinePress, onPress);
    return () => removeEventListener(offlinePress, onPress);
  }, [online]);

  useEffect(() => {
    const onBusy = (event: Event) => setBusy((event as CustomEvent<boolean>).detail);
    addEventListener(busyShop, onBusy);
    return () => removeEventListener(busyShop, onBusy);
  }, []);

  return (
    <div role="status" className="sticky top-0 z-40 bg-yellow">
      {online && !busy ? null : (
        <p className="page flex items-center gap-2 py-2 text-sm text-yellow-ink">
          <Icon name="wifi-off" className="size-4" />
          {busy ? words.busy : pressed ? words.offlineLink : (offline ?? words.offline)}
        </p>
      )}
    </div>
  );
}
