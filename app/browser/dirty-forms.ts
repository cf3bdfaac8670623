import { useEffect, useId, useSyncExternalStore } from "react";

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

/** Forms that a person has begun to change, also those whose changes are stored as a draft. */
const changed = new Set<string>();
const changeListeners = new Set<() => void>();

/** Says that a form of this page is being changed. */
export function useChangedForm(isChanged: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isChanged) return;
    const notify = () => {
      for (const listener of changeListeners) listener();
    };
    changed.add(id);
    notify();
    return () => {
      changed.delete(id);
      notify();
    };
  }, [id, isChanged]);
}

/** Whether the person is changing something on this page. */
export function useHasChangedForm(): boolean {
  return useSyncExternalStore(
    (listener) => {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    () => changed.size > 0,
    () => false,
  );
}
