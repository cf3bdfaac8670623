import { type RefObject, useEffect, useRef } from "react";

/**
 * Where what had the focus was removed with its layer, the option that took its place gets it: else the keys of somebody without a
 * pointer would begin at the top of the page.
 * @param ids of the options in the list, from above
 */
export function useFocusKept(list: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const before = useRef(ids);
  useEffect(() => {
    const gone = before.current.findIndex((id) => !ids.includes(id));
    before.current = ids;
    if (gone < 0 || document.activeElement !== document.body) return;
    const options = list.current?.querySelectorAll<HTMLElement>("[data-option]") ?? [];
    options[Math.min(gone, options.length - 1)]?.focus();
  }, [list, ids]);
}
