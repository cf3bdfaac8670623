import { type DesignDocument, readDocument } from "#shop/designs/document.ts";
import type { DraftHead } from "./use-account-draft.ts";

/* The design of a product as this device keeps it. Storage may be blocked or full: then nothing is kept, and the page says so. */

export interface DeviceDraft {
  readonly document: DesignDocument;
  readonly variant: string | null;
  /** The account's design that it belongs to, as far as this device knows. */
  readonly head: DraftHead | null;
}

const keyOf = (productId: string) => `design:${productId}`;

/** @returns null where there is none, or none that can be read */
export function readDeviceDraft(productId: string): DeviceDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(productId)) ?? "null");
    if (typeof stored !== "object" || stored === null || !("document" in stored)) return null;
    const read = readDocument(stored.document);
    const head = "head" in stored && isHead(stored.head) ? stored.head : null;
    const variant =
      "variant" in stored && typeof stored.variant === "string" ? stored.variant : null;
    return read.ok ? { document: read.value, variant, head } : null;
  } catch (error) {
    console.warn(error);
    return null;
  }
}

function isHead(value: unknown): value is DraftHead {
  const head = value as Partial<DraftHead> | null;
  return typeof head?.id === "string" && Number.isSafeInteger(head.rev);
}

/** @returns whether it is kept */
export function keepDeviceDraft(productId: string, draft: DeviceDraft): boolean {
  try {
    localStorage.setItem(keyOf(productId), JSON.stringify(draft));
    return true;
  } catch (error) {
    console.warn(error);
    return false;
  }
}
