import { useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { reloadIfStale, watchBuild } from "#app/browser/new-build.ts";
import { languageOf } from "#app/language.ts";

/** After a client navigation the new page's heading is read out, as after a loaded page. */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  useEffect(() => {
    if (first.current === pathname) return;
    first.current = pathname;
    const heading = document.querySelector<HTMLElement>("main h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}

/**
 * A newer build loads when the visitor navigates, never on the open page. A page in the other language is loaded too: these
 * scripts have the messages of one language.
 */
export function useNewBuild(): void {
  const navigation = useNavigation();
  useEffect(watchBuild, []);
  useEffect(() => {
    if (navigation.state !== "loading" || navigation.formMethod) return;
    const { pathname, search, hash } = navigation.location;
    const address = pathname + search + hash;
    if (languageOf(pathname) !== languageOf(location.pathname)) location.assign(address);
    else reloadIfStale(address);
  }, [navigation]);
}
