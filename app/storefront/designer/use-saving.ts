import { useLayoutEffect, useState } from "react";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import type { History } from "#shop/designs/edit/history.ts";
import { keepDeviceDraft } from "./device-draft.ts";
import { keepDeviceHistory } from "./device-history.ts";
import type { DraftHead } from "./use-account-draft.ts";

export type SavingState = "unchanged" | "saving" | "device" | "failed";

/** Milliseconds without a change before the device keeps the design. */
const quietMs = 250;

/**
 * Keeps a design, and what can be undone of it, on the device while it is worked on. A page that nothing keeps asks before it is left.
 * @param isChanged somebody changed something since the page was opened
 */
export function useSaving(
  productId: string,
  history: History,
  variant: string,
  head: DraftHead,
  isUnsent: boolean,
  isChanged: boolean,
): SavingState {
  const [state, setState] = useState<SavingState>("unchanged");
  // Before the next frame: a tab may be closed right after a letter.
  useLayoutEffect(() => {
    if (!isChanged) return;
    setState("saving");
    const keep = () => {
      const draft = { document: history.document, variant, head, isUnsent };
      setState(keepDeviceDraft(productId, draft) ? "device" : "failed");
      void keepDeviceHistory(productId, history);
    };
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
  }, [productId, history, variant, head, isUnsent, isChanged]);
  useDirtyForm(state === "failed");
  return state;
}
