import { type DesignDocument, readDocument } from "#shop/designs/document.ts";

/* The design of a product as this device keeps it. Storage may be blocked or full: then nothing is kept, and the page says so. */

export interface DeviceDraft {
  readonly document: DesignDocument;
  readonly variant: string | null;
}

const keyOf = (productId: string) => `design:${productId}`;

/** @returns null where there is none, or none that can be read */
export function readDeviceDraft(productId: string): DeviceDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(productId)) ?? "null");
    if (typeof stored !== "object" || stored === null || !("document" in stored)) return null;
    const read = readDocument(stored.document);
    const variant =
      "variant" in stored && typeof stored.variant === "string" ? stored.variant : null;
    return read.ok ? { document: read.value, variant } : null;
  } catch (error) {
    console.warn(error);
    return null;
  }
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

export function dropDeviceDraft(productId: string): void {
  try {
    localStorage.removeItem(keyOf(productId));
  } catch (error) {
    console.warn(error);
  }
}
