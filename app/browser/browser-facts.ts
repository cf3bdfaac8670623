import { useState, useSyncExternalStore } from "react";
import { announceAlive } from "./early-input.ts";

let isAlive = false;
const waiting = new Set<() => void>();

/**
 * Called after hydration. Content that only the browser knows is rendered in a separate task: otherwise the screens render
 * it during hydration, and a visitor's press waits for both.
 */
export function comeAlive(): void {
  setTimeout(() => {
    isAlive = true;
    for (const onChange of waiting) onChange();
    announceAlive();
  });
}

function untilAlive(onChange: () => void): () => void {
  waiting.add(onChange);
  return () => waiting.delete(onChange);
}

/** False on the server and during hydration; content that only the browser knows may be shown after that. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    untilAlive,
    () => isAlive,
    () => false,
  );
}

const never = () => () => {};

/** Whether this part came with the document rather than by a navigation in the browser. */
export function useFromServer(): boolean {
  const withDocument = useSyncExternalStore(
    never,
    () => !isAlive,
    () => true,
  );
  return useState(withDocument)[0];
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      addEventListener("online", onChange);
      addEventListener("offline", onChange);
      return () => {
        removeEventListener("online", onChange);
        removeEventListener("offline", onChange);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
