import { useEffect, useId } from "react";

/** Forms with typed but unsent data: the page must not reload by itself while there are any. */
const dirty = new Set<string>();

export function hasDirtyForm(): boolean {
  return dirty.size > 0;
}

export function useDirtyForm(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    dirty.add(id);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => {
      dirty.delete(id);
      removeEventListener("beforeunload", warn);
    };
  }, [id, isDirty]);
}
