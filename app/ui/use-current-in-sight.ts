import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** For a row of links that scrolls on a phone: the one of this page is brought into sight. */
export function useCurrentInSight<Row extends HTMLElement>(): RefObject<Row | null> {
  const row = useRef<Row>(null);
  const { pathname, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link
  useEffect(() => {
    // With the frame, which lays the page out anyway.
    const frame = requestAnimationFrame(() => {
      const current = row.current?.querySelector<HTMLElement>("[aria-current]");
      if (row.current && current) {
        row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 16;
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, search]);
  return row;
}
