import { type RefObject, useEffect, useRef } from "react";
import { afterPress } from "#app/browser/focus/press.ts";

/**
 * Makes a menu of a `details` element, which opens without a script. It closes on Escape, on a choice, on a press elsewhere, and
 * when keys bring the focus elsewhere.
 */
export function useDetailsMenu(): RefObject<HTMLDetailsElement | null> {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    const contains = (target: EventTarget | null) =>
      target instanceof Node && element.contains(target);
    const onClick = ({ target }: MouseEvent) => {
      const isSummary = target instanceof Element && target.closest("summary");
      if (!(isSummary && contains(target))) element.open = false;
    };
    // A press of an entry may take the focus from the menu before the click that chooses it.
    const onFocus = () =>
      afterPress(() => {
        if (!contains(document.activeElement)) element.open = false;
      });
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !element.open) return;
      element.open = false;
      if (!contains(event.target)) return;
      event.stopPropagation();
      element.querySelector("summary")?.focus();
    };
    // Before the keys of the page, for which Escape means more.
    document.addEventListener("keydown", onKey, { capture: true });
    document.addEventListener("click", onClick);
    document.addEventListener("focusin", onFocus);
    return () => {
      document.removeEventListener("keydown", onKey, { capture: true });
      document.removeEventListener("click", onClick);
      document.removeEventListener("focusin", onFocus);
    };
  }, []);
  return menu;
}
