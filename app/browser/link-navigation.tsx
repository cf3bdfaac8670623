import { useEffect, useState } from "react";
import { PrefetchPageLinks, useNavigate } from "react-router";
import { ownPath } from "#base/own-path.ts";
import { pressedFor } from "./new-build.ts";

/** How long a pointer rests on a link before its page is fetched ahead, in milliseconds. */
const intentDelay = 80;

/** Dispatched when a link is pressed without a connection. */
export const offlinePress = "offline-press";

/**
 * Opens the page's links without loading the document, and fetches ahead the one that is about to be opened. One listener for all
 * links is less work to attach than one for each.
 */
export function LinkNavigation() {
  const navigate = useNavigate();
  const [intended, setIntended] = useState<string>();

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event);
      const address = link && addressOf(link);
      if (!address || event.defaultPrevented || wantsItself(event, link)) return;
      event.preventDefault();
      // The router would reload the document and show the browser's own error page.
      if (!navigator.onLine) {
        dispatchEvent(new Event(offlinePress));
        return;
      }
      pressedFor(address);
      void Promise.resolve(
        navigate(address, {
          preventScrollReset: "keepScroll" in link.dataset,
          replace: "replace" in link.dataset || link.href === location.href,
        }),
      ).then(() => pressedFor(null));
    };
    // On the window, after the listeners of elements: a component may have dealt with the click.
    addEventListener("click", onClick);
    return () => removeEventListener("click", onClick);
  }, [navigate]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onIntent = (event: Event) => {
      clearTimeout(timer);
      const link = linkOf(event);
      const address = link && addressOf(link);
      if (!address) return;
      const delay = event.type === "touchstart" ? 0 : intentDelay;
      timer = setTimeout(() => {
        // Without a connection the router would treat a failed script as an old build, and reload the page.
        if (navigator.onLine) setIntended(address);
      }, delay);
    };
    const kinds = ["pointerover", "focusin", "touchstart"] as const;
    for (const kind of kinds) addEventListener(kind, onIntent, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) removeEventListener(kind, onIntent);
    };
  }, []);

  return intended ? <PrefetchPageLinks page={intended} /> : null;
}

function linkOf(event: Event): HTMLAnchorElement | null {
  return event.target instanceof Element
    ? event.target.closest<HTMLAnchorElement>("a[data-discover]")
    : null;
}

/** @returns undefined for another site */
function addressOf(link: HTMLAnchorElement): string | undefined {
  return ownPath(link.href, location.origin);
}

/** A click that opens a new tab or downloads: the browser handles it. */
function wantsItself(event: MouseEvent, link: HTMLAnchorElement): boolean {
  return (
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    (link.target !== "" && link.target !== "_self") ||
    link.hasAttribute("download")
  );
}
