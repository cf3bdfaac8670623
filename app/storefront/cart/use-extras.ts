import { useEffect, useState } from "react";
import type { Backordered, GiftLine, LineProblem, PromoReason } from "./extras.tsx";

interface Extras {
  readonly Backordered: typeof Backordered;
  readonly GiftLine: typeof GiftLine;
  readonly LineProblem: typeof LineProblem;
  readonly PromoReason: typeof PromoReason;
}

/**
 * What only some carts show: why a line cannot be ordered or a code does nothing, gifts, pieces that follow later. Everybody else's cart does not
 * carry their words. Undefined until they are there.
 */
export function useExtras(isWanted: boolean): Extras | undefined {
  const [extras, setExtras] = useState<Extras>();
  useEffect(() => {
    if (!isWanted) return;
    import("./extras.tsx").then(
      ({ Backordered, GiftLine, LineProblem, PromoReason }) =>
        setExtras({ Backordered, GiftLine, LineProblem, PromoReason }),
      // The sums are right without it; the next change of the cart asks again.
      (error: unknown) => console.warn("no words for this cart's extras", error),
    );
  }, [isWanted]);
  return isWanted ? extras : undefined;
}
