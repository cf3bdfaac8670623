import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { afterFirst } from "#app/designer/after-first.ts";
import { useLocalPath } from "#app/language.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { SavedDraft } from "#shop/production/customisations/drafts/save-draft.server.ts";

/** The saved design that the page works on: `rev` is its newest save that this page knows, 0 before the first. */
export interface DraftHead {
  readonly id: string;
  readonly rev: number;
}

export type AccountState =
  /** Nothing was changed. */
  | { readonly kind: "none" }
  | { readonly kind: "saving" | "unsent" | "full" }
  | { readonly kind: "saved"; readonly at: Date }
  | { readonly kind: "conflict"; readonly saved: SavedDraft };

/** Milliseconds without a change before the account gets the design, and the longest that changes wait. */
const quietMs = 2_000;
const maxWaitMs = 15_000;
/** Bytes of a save that a browser finishes after its page is gone; it allows 64 kB for all that are on their way. */
const maxKeptAlive = 60_000;

interface DraftOptions {
  product: { readonly id: string; readonly name: string };
  document: DesignDocument;
  /** Id of the goods that it is drawn on. */
  variant: string;
  isChanged: boolean;
  /** An earlier visit left it unsent, and nothing was changed since: it is sent at once, before a change would seem another's. */
  isLeft: boolean;
  head: DraftHead;
  onHead: (head: DraftHead) => void;
}

/** What the account has. */
interface Saved {
  readonly document: DesignDocument;
  readonly variant: string;
}

const isSame = (saved: Saved | null, document: DesignDocument, variant: string): boolean =>
  saved?.document === document && saved.variant === variant;

/** Saves the design with the customer's account or the guest's key, one save after the other. */
export function useAccountDraft(options: DraftOptions) {
  const { document, variant, isChanged, isLeft } = options;
  const to = useLocalPath();
  const [state, setState] = useState<AccountState>({ kind: "none" });
  const latest = useRef(options);
  latest.current = options;
  const saved = useRef<Saved | null>(null);
  const isSending = useRef(false);
  const waitingSince = useRef<number | null>(null);

  const save = useCallback(async () => {
    const { product, document, variant, head, onHead } = latest.current;
    if (isSending.current || isSame(saved.current, document, variant)) return;
    isSending.current = true;
    waitingSince.current = null;
    setState({ kind: "saving" });
    const { id, rev } = head;
    const draft = {
      product_id: product.id,
      name: product.name,
      rev,
      document,
      variant_id: variant,
    };
    const body = new Blob([JSON.stringify(draft)], { type: "application/json" });
    try {
      const answer = await afterFirst(() =>
        fetch(to(`/api/saved-designs/${id}`), {
          method: "PUT",
          body,
          keepalive: body.size < maxKeptAlive,
        }),
      );
      const reply = (await answer.json()) as { rev?: number; error?: Refusal };
      if (reply.rev !== undefined) {
        saved.current = { document, variant };
        onHead({ id, rev: reply.rev });
        setState({ kind: "saved", at: new Date() });
      } else if (reply.error?.saved) setState({ kind: "conflict", saved: reply.error.saved });
      else if (reply.error?.code === "too_many_designs") setState({ kind: "full" });
      else {
        // Deleted elsewhere: what is on the board is a new design.
        if (answer.status === 404 && rev > 0) onHead({ id: crypto.randomUUID(), rev: 0 });
        setState({ kind: "unsent" });
      }
    } catch (error) {
      console.warn(error);
      setState({ kind: "unsent" });
    } finally {
      isSending.current = false;
    }
  }, [to]);

  const isInConflict = state.kind === "conflict";
  const savedAt = state.kind === "saved" ? state.at : null;
  // Before the next frame: a tab may be closed right after a letter.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was changed during a save is sent after it
  useLayoutEffect(() => {
    // Without cookies every save of a guest would be a new guest's: the device keeps the design alone.
    if (!navigator.cookieEnabled) return;
    if (!isChanged || isInConflict || isSame(saved.current, document, variant)) return;
    waitingSince.current ??= Date.now();
    const waited = Date.now() - waitingSince.current;
    const waitMs = isLeft ? 0 : Math.max(0, Math.min(quietMs, maxWaitMs - waited));
    const timer = setTimeout(save, waitMs);
    const page = globalThis.document;
    // A tab that is hidden may be closed, and one that is closed does not come back.
    const onHide = () => page.hidden && void save();
    addEventListener("online", save);
    addEventListener("pagehide", save);
    page.addEventListener("visibilitychange", onHide);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", save);
      removeEventListener("pagehide", save);
      page.removeEventListener("visibilitychange", onHide);
    };
  }, [document, variant, isChanged, isLeft, isInConflict, savedAt, save]);

  return {
    state,
    /** What is on the page is not on the server. */
    isUnsent: isChanged && !isSame(saved.current, document, variant),
    /** Decides a conflict: the page goes on with this save of this design. */
    goOn(next: DraftHead) {
      saved.current = null;
      latest.current.onHead(next);
      setState({ kind: "none" });
    },
    /** Loads a saved design. @returns undefined where there is none */
    load: useCallback(
      async (id: string): Promise<SavedDraft | undefined> => {
        const answer = await fetch(to(`/api/saved-designs/${id}`));
        return answer.ok ? ((await answer.json()) as SavedDraft) : undefined;
      },
      [to],
    ),
  };
}

interface Refusal {
  readonly code: string;
  readonly saved?: SavedDraft;
}
