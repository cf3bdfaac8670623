import { useEffect, useState } from "react";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import type { DesignDocument } from "#shop/designs/document.ts";
import { keepDeviceDraft } from "./device-draft.ts";
import type { DraftHead } from "./use-account-draft.ts";

export type SavingState = "unchanged" | "saving" | "device" | "failed";

/** Milliseconds without a change before the device keeps the design. */
const quietMs = 250;

/**
 * Keeps a design on the device while it is worked on. A page that nothing keeps asks before it is left.
 * @param isChanged somebody changed something since the page was opened
 */
export function useSaving(
  productId: string,
  document: DesignDocument,
  variant: string,
  head: DraftHead | null,
  isChanged: boolean,
): SavingState {
  const [state, setState] = useState<SavingState>("unchanged");
  useEffect(() => {
    if (!isChanged) return;
    setState("saving");
    const keep = () =>
      setState(keepDeviceDraft(productId, { document, variant, head }) ? "device" : "failed");
    const timer = setTimeout(keep, quietMs);
    // A tab that is closed may not come back.
    const onHide = () => {
      clearTimeout(timer);
      keep();
    };
    addEventListener("pagehide", onHide);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", onHide);
    };
  }, [productId, document, variant, head, isChanged]);
  useDirtyForm(state === "failed");
  return state;
}
