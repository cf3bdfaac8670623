import type { Remarks } from "#shop/orders/remarks/remarks.ts";

/** The buyer's choices and texts in the checkout, stored in sessionStorage for this tab. */
export interface StoredChoices {
  readonly addressId: string | null;
  readonly methodId: string | null;
  readonly paymentMethod: string;
  readonly remarks: Remarks;
}

const key = "checkout";

/** @returns null where nothing is stored, or where storage is blocked */
export function readChoices(): StoredChoices | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (typeof stored !== "object" || stored === null) return null;
    const { addressId, methodId, paymentMethod, remarks } = stored as Partial<StoredChoices>;
    const { note, gift } = (remarks ?? {}) as Partial<Remarks>;
    return {
      addressId: typeof addressId === "string" ? addressId : null,
      methodId: typeof methodId === "string" ? methodId : null,
      paymentMethod: text(paymentMethod),
      remarks: {
        note: text(note),
        gift: gift ? { message: text(gift.message), from: text(gift.from) } : null,
      },
    };
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** Null deletes the stored choices. If storage is blocked, nothing is stored. */
export function writeChoices(choices: StoredChoices | null): void {
  try {
    if (choices) sessionStorage.setItem(key, JSON.stringify(choices));
    else sessionStorage.removeItem(key);
  } catch (error) {
    console.warn(error);
  }
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
