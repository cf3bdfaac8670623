import { historyDatabase } from "#app/browser/cart/device-designs.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import type { History } from "#shop/designs/edit/history.ts";
import { isRecord, looksDrawn } from "./device-draft.ts";

/*
 * What can be undone after the page was loaded again. Local storage would have to write every document of it as a text of its
 * own; this database writes what documents share once.
 */

const store = "histories";
/** Steps of each direction that outlive the page. */
const keptSteps = 50;

/** Keeps the history of a product's design. Where storage is blocked or full, only this page can undo. */
export async function keepDeviceHistory(productId: string, history: History): Promise<void> {
  const { document, past, future } = history;
  const kept = { document, past: past.slice(-keptSteps), future: future.slice(-keptSteps) };
  try {
    await ask("readwrite", (histories) => histories.put(kept, productId));
  } catch (error) {
    console.warn(error);
  }
}

/** The history of this very document; undefined where the device has none. */
export async function readDeviceHistory(
  productId: string,
  document: DesignDocument,
): Promise<History | undefined> {
  try {
    const found = await ask("readonly", (histories) => histories.get(productId));
    if (!isHistory(found)) return undefined;
    const isSame = JSON.stringify(found.document) === JSON.stringify(document);
    return isSame ? { ...found, joins: null } : undefined;
  } catch (error) {
    console.warn(error);
    return undefined;
  }
}

async function ask(
  mode: IDBTransactionMode,
  request: (histories: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = indexedDB.open(historyDatabase, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store);
  const database = await answerOf(opening);
  try {
    return await answerOf(request(database.transaction(store, mode).objectStore(store)));
  } finally {
    // An open one could not be deleted when its owner signs out.
    database.close();
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function isHistory(value: unknown): value is Pick<History, "document" | "past" | "future"> {
  if (!isRecord(value)) return false;
  const { document, past, future } = value;
  const areSteps = (steps: unknown) =>
    Array.isArray(steps) && steps.every((step) => isRecord(step) && looksDrawn(step.document));
  return looksDrawn(document) && areSteps(past) && areSteps(future);
}
