import { useEffect } from "react";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { useCartWords } from "#app/storefront/cart/messages/cart.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { RemovedLine } from "./cart-lines.tsx";

/** Milliseconds in which a removal can be undone. */
const undoTime = 10_000;

export function RemovedNotice({ removed, onDone }: { removed: RemovedLine; onDone: () => void }) {
  const cart = useCartWords();
  const { undo } = useWords();
  const putBack = useCart((state) => state.putBack);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the time starts with each removal
  useEffect(() => {
    const timer = setTimeout(onDone, undoTime);
    return () => clearTimeout(timer);
  }, [removed]);

  return (
    <Notice
      action={
        <Button
          look="quiet"
          icon="undo-2"
          onClick={() => {
            putBack(removed.line, removed.index);
            onDone();
          }}
        >
          {undo}
        </Button>
      }
    >
      {cart.removed(removed.name)}
    </Notice>
  );
}
