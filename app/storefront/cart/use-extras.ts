import { useEffect, useState } from "react";
import type { Backordered, DesignDetails, GiftLine, LineProblem } from "./extras.tsx";

interface Extras {
  readonly Backordered: typeof Backordered;
  readonly DesignDetails: typeof DesignDetails;
  readonly GiftLine: typeof GiftLine;
  readonly LineProblem: typeof LineProblem;
}

/**
 * Texts that only some carts show: reasons of refused lines, gifts, backorders, what is printed. Other carts do not load
 * them. Undefined until loaded.
 */
export function useExtras(isWanted: boolean): Extras | undefined {
  const [extras, setExtras] = useState<Extras>();
  useEffect(() => {
    if (!isWanted) return;
    import("./extras.tsx").then(
      ({ Backordered, DesignDetails, GiftLine, LineProblem }) =>
        setExtras({ Backordered, DesignDetails, GiftLine, LineProblem }),
      // The sums are right without it; the next change of the cart asks again.
      (error: unknown) => console.warn("no words for this cart's extras", error),
    );
  }, [isWanted]);
  return isWanted ? extras : undefined;
}
