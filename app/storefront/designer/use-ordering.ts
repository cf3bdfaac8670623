import { useRef, useState } from "react";
import { useCart } from "#app/browser/cart/cart-store.ts";
import { useLocalPath } from "#app/language.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";

interface Kept {
  readonly document: DesignDocument;
  readonly variant: string;
  readonly id: string;
}

/** What the buyer ticked about the pictures of a design; undefined where that is not asked. */
interface PictureTicks {
  readonly rights: string | undefined;
  /** Dots an inch as blurred as they are printed. */
  readonly blurred: number | undefined;
}

/** Keeps the design as a version, for the cart or for a list of names. */
export function useOrdering() {
  const to = useLocalPath();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const kept = useRef<Kept | null>(null);

  /**
   * Keeps the design as a version.
   * @returns its id; null where it is not kept, see `failure`
   */
  async function keep(document: DesignDocument, variant: string, ticks: PictureTicks) {
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
        body: JSON.stringify({ id, variant_id: variant, document, ...ticks }),
      });
      if (answer.ok) return id;
      const refusal = (await answer.json()) as { error?: { code?: string } };
      setFailure(refusal.error?.code ?? "other");
      return null;
    } catch (error) {
      console.warn(error);
      setFailure("offline");
      return null;
    } finally {
      setBusy(false);
    }
  }

  /**
   * Keeps the design and puts it into the cart.
   * @param replaced version in the cart that this one takes the place of
   * @returns whether it is in the cart
   */
  async function order(
    document: DesignDocument,
    variant: string,
    quantity: number,
    replaced: string | null,
    ticks: PictureTicks,
  ) {
    const id = await keep(document, variant, ticks);
    if (id === null) return false;
    const { add, remove } = useCart.getState();
    const before = lineOf(replaced);
    if (before) remove(before);
    add({ variant_id: variant, quantity, design_id: id });
    return true;
  }

  return { isBusy, failure, keep, order };
}

/** The line of the cart with a version; undefined where the cart has none. */
export function lineOf(version: string | null): CartLine | undefined {
  if (version === null) return undefined;
  return useCart.getState().lines.find(({ design_id }) => design_id === version);
}
