import { useState, useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while the page comes alive; what only the browser knows may be shown after that. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether this part came with the document rather than by a navigation in the browser. */
export function useFromServer(): boolean {
  const withDocument = useSyncExternalStore(
    never,
    () => false,
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
