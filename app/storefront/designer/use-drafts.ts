import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { Editor } from "#app/designer/use-editor.ts";
import { useLocalPath } from "#app/language.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { Place } from "#shop/designs/edit/edit-layers.ts";
import type { CartLine } from "#shop/orders/cart/cart.ts";
import { type DeviceDraft, readDeviceDraft } from "./device-draft.ts";
import { readDeviceHistory } from "./device-history.ts";
import { type AccountState, type DraftHead, useAccountDraft } from "./use-account-draft.ts";
import { lineOf } from "./use-ordering.ts";
import { type SavingState, useSaving } from "./use-saving.ts";

interface DraftsOptions {
  product: { readonly id: string; readonly name: string };
  editor: Editor;
  /** Where an opened design is shown first. */
  start: Place;
  variant: string;
  onVariant: (id: string) => void;
  /** A line of the cart is changed: its variant and its quantity stay. */
  onLine: (line: CartLine) => void;
}

export interface Drafts {
  readonly device: SavingState;
  readonly account: AccountState;
  /** The version in the cart that is changed; null for another design. */
  readonly replaced: string | null;
  /** The page was asked for a saved design that the account does not have. */
  readonly isNotFound: boolean;
  decide(choice: "mine" | "theirs" | "both"): void;
}

/**
 * Opens the design that the page was asked for (`?design=` of the account, `?version=` of the cart), or the one that the device keeps, and keeps what is made of it: on
 * the device at once, with the account a little later.
 */
export function useDrafts({
  product,
  editor,
  start,
  variant,
  onVariant,
  onLine,
}: DraftsOptions): Drafts {
  const { document, history } = editor;
  // What an earlier visit could not send is sent now.
  const [wasUnsent, setWasUnsent] = useState(false);
  /** The goods of the saved design that was opened. */
  const [savedVariant, setSavedVariant] = useState<string | null>(null);
  const isChanged =
    history !== editor.opened || wasUnsent || (savedVariant !== null && savedVariant !== variant);
  // A new design has its id before its first save, whose answer may come after the tab is closed.
  const [head, setHead] = useState<DraftHead>(() => ({ id: crypto.randomUUID(), rev: 0 }));
  const [isNotFound, setNotFound] = useState(false);
  const isLeft = wasUnsent && history === editor.opened;
  const account = useAccountDraft({
    product,
    document,
    variant,
    isChanged,
    isLeft,
    head,
    onHead: setHead,
  });
  const device = useSaving(product.id, history, variant, head, account.isUnsent, isChanged);
  const to = useLocalPath();
  const [params] = useSearchParams();
  const savedId = params.get("design");
  const replaced = params.get("version");
  // A template that was asked for goes before what the device keeps.
  const isAskedFor = params.has("template");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useEffect(() => {
    if (savedId !== null) {
      account.load(savedId).then((saved) => {
        if (!saved) return setNotFound(true);
        const here = readDeviceDraft(product.id);
        // The device may have what was not sent yet, and what can be undone.
        if (here?.head?.id === saved.id && here.head.rev === saved.rev) return openHere(here);
        setHead({ id: saved.id, rev: saved.rev });
        editor.open(saved.document, start);
        if (saved.variant_id !== null) onVariant(saved.variant_id);
        setSavedVariant(saved.variant_id);
      }, console.warn);
      return;
    }
    if (replaced !== null) {
      findVersion(to(`/api/designs/${replaced}`)).then((document) => {
        if (!document) return setNotFound(true);
        editor.open(document, start);
        const line = lineOf(replaced);
        if (line) onLine(line);
      }, console.warn);
      return;
    }
    const draft = isAskedFor ? null : readDeviceDraft(product.id);
    if (draft) openHere(draft);
  }, []);

  function openHere(draft: DeviceDraft) {
    if (draft.head) setHead(draft.head);
    setWasUnsent(draft.isUnsent);
    editor.open(draft.document, start);
    if (draft.variant !== null) onVariant(draft.variant);
    void readDeviceHistory(product.id, draft.document).then(
      (found) => found && editor.restore(found),
    );
  }

  return {
    device,
    account: account.state,
    replaced,
    isNotFound,
    decide(choice) {
      if (account.state.kind !== "conflict") return;
      const { saved } = account.state;
      if (choice === "theirs") {
        editor.open(saved.document, start);
        if (saved.variant_id !== null) onVariant(saved.variant_id);
      }
      if (choice === "both") account.goOn({ id: crypto.randomUUID(), rev: 0 });
      else account.goOn({ id: saved.id, rev: saved.rev });
    },
  };
}

async function findVersion(address: string): Promise<DesignDocument | undefined> {
  const answer = await fetch(address);
  return answer.ok ? ((await answer.json()) as { document: DesignDocument }).document : undefined;
}
