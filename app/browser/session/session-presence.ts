import { useSyncExternalStore } from "react";
import { useInBrowser } from "#app/browser/browser-facts.ts";
import { pageSetting } from "#app/browser/page-setting.ts";

/** Presence only: the server decides whether the session is still valid. */
export function useSeemsSignedIn(): boolean {
  const inBrowser = useInBrowser();
  // Reading cookies waits for another process of the browser: not while the page comes alive.
  return useSyncExternalStore(follow, inBrowser ? seemsSignedIn : no, no);
}

const no = () => false;

export function seemsSignedIn(): boolean {
  const name = pageSetting("session-cookie");
  if (!name) return false;
  return document.cookie
    .split("; ")
    .some((cookie) => cookie.startsWith(`${name}=`) || cookie.startsWith(`${name}.0=`));
}

/** Cookies send no events, so check again when the visitor returns to this tab. */
function follow(onChange: () => void): () => void {
  addEventListener("focus", onChange);
  return () => removeEventListener("focus", onChange);
}
