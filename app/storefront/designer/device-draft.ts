import { draftKeys } from "#app/browser/cart/device-designs.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { DraftHead } from "./use-account-draft.ts";

/* The design of a product as this device keeps it. Storage may be blocked or full: then nothing is kept, and the page says so. */

export interface DeviceDraft {
  readonly document: DesignDocument;
  readonly variant: string | null;
  /** The account's design that it belongs to, as far as this device knows. */
  readonly head: DraftHead | null;
  /** The server does not have this document yet. */
  readonly isUnsent: boolean;
}

const keyOf = (productId: string) => draftKeys + productId;

/** @returns null where there is none, or none that can be read */
export function readDeviceDraft(productId: string): DeviceDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(productId)) ?? "null");
    if (typeof stored !== "object" || stored === null || !("document" in stored)) return null;
    const head = "head" in stored && isHead(stored.head) ? stored.head : null;
    const variant =
      "variant" in stored && typeof stored.variant === "string" ? stored.variant : null;
    const isUnsent = "isUnsent" in stored && stored.isUnsent === true;
    return looksDrawn(stored.document)
      ? { document: stored.document, variant, head, isUnsent }
      : null;
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/**
 * Whether the editor can open it: the shape down to the layers' boxes. The server reads a design by its schema; here that would
 * cost every page that checks a form 300 bytes.
 */
export function looksDrawn(value: unknown): value is DesignDocument {
  if (!isRecord(value) || value.v !== 2 || typeof value.spec !== "string") return false;
  if (![value.fonts, value.assets].every(isRecord) || !Array.isArray(value.fields)) return false;
  const areas = listOf(value.sides).flatMap((side) =>
    isRecord(side) ? listOf(side.areas) : [null],
  );
  return (
    listOf(value.sides).length > 0 &&
    areas.every((area) => isRecord(area) && listOf(area.layers).every(isLayer))
  );
}

function isLayer(value: unknown): boolean {
  if (!isRecord(value) || typeof value.id !== "string" || typeof value.kind !== "string")
    return false;
  const numbers = [value.x, value.y, value.w, value.h, value.angle, value.opacity];
  return numbers.every(Number.isFinite) && listOf(value.layers).every(isLayer);
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

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
