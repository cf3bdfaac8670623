import { useEffect, useRef } from "react";
import { matchKeys, type Shortcut } from "./shortcuts.ts";

/** A second key that comes later begins anew. */
const pauseMs = 1_000;

/**
 * Calls `run` for the keys of the table, and for Ctrl-K or ⌘K. The other keys do nothing while somebody types, in a dialog,
 * with a modifier that the table does not name, or when the person switched them off (WCAG 2.1.4).
 */
export function useShortcuts(isOn: boolean, run: (to: Shortcut["to"]) => boolean): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    let pressed = "";
    let last = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return;
      const isPalette = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (isPalette && event.key.toLowerCase() === "k") {
        event.preventDefault();
        latest.current({ act: "palette" });
        return;
      }
      if (!isOn || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      const key = nameOf(event);
      pressed = pressed && event.timeStamp - last < pauseMs ? `${pressed} ${key}` : key;
      last = event.timeStamp;
      const found = matchKeys(pressed) ?? matchKeys(key);
      if (found === "pending") return;
      pressed = "";
      if (found && latest.current(found.to)) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}

/** The key as the table writes it. */
function nameOf({ key, altKey, shiftKey }: KeyboardEvent): string {
  if (altKey) return `Alt-${key}`;
  return shiftKey && key === "X" ? "Shift-x" : key;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog[open]")) return true;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio"].includes(target.type);
  return target.closest("textarea, select, [contenteditable], [role=grid]") !== null;
}
