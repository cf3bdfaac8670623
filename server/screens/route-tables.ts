import type { ServerBuild } from "react-router";
import { type Language, languageOfPath, plainPath } from "#base/language.ts";

/** Names in app/routes.ts of layouts around pages that are not public. */
const personalLayouts = ["dashboard", "signed-in", "admin"];

/**
 * The screens with one language's public routes only, and of these those with one first path segment. The
 * router compares a request with every route and rebuilds the table for each page it renders, a sixth of the
 * work of a product page (docs/why/server.md). A page needs only its own route, the front page, which the router
 * always sends to the browser, and the catch-all page.
 * @param beginning as of `beginningOf`; without it the table has every public route of the language
 */
export function publicScreens(
  build: ServerBuild,
  language: Language,
  beginning?: string,
): ServerBuild {
  const isNeeded = (path: string | undefined): boolean =>
    path === undefined ||
    beginning === undefined ||
    ["", "*", beginning].includes(beginningOf(path));
  const belongs = (id: string): boolean => {
    const route = build.routes[id];
    if (route?.parentId === undefined) return true;
    const [of, name = ""] = id.split(":", 2);
    return (
      of === language &&
      !personalLayouts.includes(name) &&
      isNeeded(route.path) &&
      belongs(route.parentId)
    );
  };
  const keep = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => belongs(id)));
  return {
    ...build,
    routes: keep(build.routes),
    assets: { ...build.assets, routes: keep(build.assets.routes) },
  };
}

/** The first path segments of a language's public routes; empty for the front page. */
export function publicBeginnings(build: ServerBuild, language: Language): ReadonlySet<string> {
  const paths = Object.values(publicScreens(build, language).routes).map((route) => route?.path);
  return new Set(paths.filter((path) => path !== undefined).map(beginningOf));
}

/** The first path segment after the language: of `/en/Item/mug` it is `item`. */
function beginningOf(path: string): string {
  return plainPath(path).toLowerCase().split("/", 2)[1] ?? "";
}

/** The key of a public route table: its language and first path segment. */
interface PublicTable {
  readonly language: Language;
  readonly beginning: string;
}

/**
 * The route table of a path. The router ignores case and strips `.data` from its own requests; a path that
 * needs decoding gets no small table.
 */
export function publicTableOf(pathname: string): PublicTable | undefined {
  if (/%|\/\//.test(pathname)) return undefined;
  const path = pathname.toLowerCase().replace(/\.data$/, "");
  return { language: languageOfPath(path), beginning: beginningOf(path) };
}
