import { useEffect, useState } from "react";

type Extras = typeof import("./extras.tsx");

/**
 * What only some carts show: why a code does nothing, gifts, pieces that follow later. Everybody else's cart does not
 * carry their words. Undefined until they are there.
 */
export function useExtras(isWanted: boolean): Extras | undefined {
  const [extras, setExtras] = useState<Extras>();
  useEffect(() => {
    if (!isWanted) return;
    import("./extras.tsx").then(
      (module) => setExtras(module),
      // The sums are right without it; the next change of the cart asks again.
      (error: unknown) => console.warn("no words for this cart's extras", error),
    );
  }, [isWanted]);
  return isWanted ? extras : undefined;
}
