import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { listOf, neighbourOf, rememberAddress, rememberRows, wayBack } from "./list-trail.ts";
import type { ShortcutAct } from "./shortcuts.ts";

/**
 * Follows the person through lists and things. The returned function does the acts `leave`, `nextThing` and
 * `previousThing`, and says whether there was something to do.
 */
export function useTrail(): (act: ShortcutAct) => boolean {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { pathname, search } = useLocation();
  // The list is still shown while the next page loads.
  const target = navigation.location?.pathname;
  useEffect(() => {
    if (target) rememberRows();
  }, [target]);

  const former = useRef(pathname);
  useEffect(() => {
    rememberAddress(pathname + search);
    const left = former.current;
    former.current = pathname;
    if (listOf(left) !== pathname) return;
    // Back in the list: the row that was left has the focus, after the heading got it.
    const frame = requestAnimationFrame(() => {
      const links = document.querySelectorAll<HTMLAnchorElement>("main tbody tr a[href]");
      const row = [...links].find((link) => link.pathname === left);
      row?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname, search]);

  return (act) => {
    if (act === "leave") {
      const back = wayBack(pathname);
      if (back === undefined) return false;
      // Two calls, because their types differ.
      void (typeof back === "number" ? navigate(back) : navigate(back));
      return true;
    }
    if (act !== "nextThing" && act !== "previousThing") return false;
    const neighbour = neighbourOf(pathname, act === "nextThing" ? 1 : -1);
    // In place of this thing, so that Escape leads to the list.
    if (neighbour) void navigate(neighbour, { replace: true });
    // At the end of the list nothing happens; without one Alt-Left stays the browser's.
    return neighbour !== undefined;
  };
}
