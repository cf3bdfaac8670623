import { useRef, useState } from "react";
import { useCart } from "#app/browser/cart-store.ts";
import { useLocalPath } from "#app/language.ts";
import type { DesignDocument } from "#shop/designs/document.ts";

interface Kept {
  readonly document: DesignDocument;
  readonly variant: string;
  readonly id: string;
}

/** Keeps the design as a version and puts it into the cart. */
export function useOrdering() {
  const to = useLocalPath();
  const add = useCart((cart) => cart.add);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const kept = useRef<Kept | null>(null);

  /** @returns whether it is in the cart; if not, see `failure` */
  async function order(document: DesignDocument, variant: string, quantity: number) {
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
        body: JSON.stringify({ id, variant_id: variant, document }),
      });
      if (!answer.ok) {
        const refusal = (await answer.json()) as { error?: { code?: string } };
        setFailure(refusal.error?.code ?? "other");
        return false;
      }
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
