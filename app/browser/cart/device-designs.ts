/* Where a device keeps designs: the documents in its local storage, what can be undone in a database beside them. */

/** Keys of the local storage begin with this; the product's id follows. */
export const draftKeys = "design:";
/** Name of the database. */
export const historyDatabase = "designs";

/** Takes the designs off this device that are saved with the account, before its owner signs out here. */
export function forgetDesigns(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(draftKeys) && isSaved(localStorage.getItem(key))) {
        localStorage.removeItem(key);
      }
    }
    indexedDB.deleteDatabase(historyDatabase);
  } catch (error) {
    // A browser that blocks storage keeps nothing.
    console.warn(error);
  }
}

/** Whether the account has it: what never was sent is nowhere else. */
function isSaved(draft: string | null): boolean {
  const { head } = JSON.parse(draft ?? "{}") as { head?: unknown };
  return typeof head === "object" && head !== null;
}
