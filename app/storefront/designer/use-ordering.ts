import { useRef, useState } from "react";
import { useCart } from "#app/browser/cart-store.ts";
import { useLocalPath } from "#app/language.ts";
import type { CartLine } from "#shop/cart/cart.ts";
import type { DesignDocument } from "#shop/designs/document.ts";

interface Kept {
  readonly document: DesignDocument;
  readonly variant: string;
  readonly id: string;
}

/** Keeps the design as a version and puts it into the cart. */
export function useOrdering() {
  const to = useLocalPath();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const kept = useRef<Kept | null>(null);

  /**
   * @param replaced version in the cart that this one takes the place of
   * @param rights what was ticked about its pictures; undefined where it has none
   * @returns whether it is in the cart; if not, see `failure`
   */
  async function order(
    document: DesignDocument,
    variant: string,
    quantity: number,
    replaced: string | null,
    rights: string | undefined,
  ) {
    setBusy(true);
    setFailure(null);
    // The same design again is the same version, so a lost answer stores nothing twice.
    if (kept.current?.document !== document || kept.current.variant !== variant)
      kept.current = { document, variant, id: crypto.randomUUID() };
    const { id } = kept.current;
    try {
      const answer = await fetch(to("/api/designs"), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ id, variant_id: variant, document, rights }),
      });
      if (!answer.ok) {
        const refusal = (await answer.json()) as { error?: { code?: string } };
        setFailure(refusal.error?.code ?? "other");
        return false;
      }
      const { add, remove } = useCart.getState();
      const before = lineOf(replaced);
      if (before) remove(before);
      add({ variant_id: variant, quantity, design_id: id });
      return true;
    } catch (error) {
      console.warn(error);
      setFailure("offline");
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, failure, order };
}

/** The line of the cart with a version; undefined where the cart has none. */
export function lineOf(version: string | null): CartLine | undefined {
  if (version === null) return undefined;
  return useCart.getState().lines.find(({ design_id }) => design_id === version);
}
