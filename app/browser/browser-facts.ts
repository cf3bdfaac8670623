import { startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { announceAlive } from "./early-input.ts";

let isAlive = false;

const never = () => () => {};

/** False on the server and during hydration; content that only the browser knows may be shown after that. */
export function useInBrowser(): boolean {
  const isLater = useSyncExternalStore(
    never,
    () => isAlive,
    () => false,
  );
  const [isHydrated, setIsHydrated] = useState(false);
  // A transition: an urgent update before a lazy component has loaded replaces its server-rendered markup by the fallback.
  useEffect(() => startTransition(() => setIsHydrated(true)), []);
  return isLater || isHydrated;
}

/** Announces that the page is interactive, after it has rendered its browser-only content. */
export function useAliveAnnouncement(): void {
  const isInBrowser = useInBrowser();
  useEffect(() => {
    if (!isInBrowser || isAlive) return;
    isAlive = true;
    announceAlive();
  }, [isInBrowser]);
}

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
