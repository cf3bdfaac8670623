import { useEffect, useId } from "react";

/** Forms with typed but unsent data: the page must not reload by itself while there are any. */
const dirty = new Set<string>();

export function hasDirtyForm(): boolean {
  return dirty.size > 0;
}

export function useDirtyForm(isDirty: boolean): void {
  const id = useId();
  useEffect(() => (isDirty ? holdPage(id) : undefined), [id, isDirty]);
}

/** Keeps the page from being reloaded without a question. @returns a function that ends it */
export function holdPage(id: string): () => void {
  dirty.add(id);
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener("beforeunload", warn);
  return () => {
    dirty.delete(id);
    removeEventListener("beforeunload", warn);
  };
}
