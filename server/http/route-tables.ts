import type { ServerBuild } from "react-router";
import { type Language, languageOfPath, plainPath } from "#base/language.ts";

/** Layouts, by their names in app/routes.ts, around pages that are not public. */
const personalLayouts = ["dashboard", "signed-in", "admin"];

/**
 * The screens with one language's public addresses only, and of these those that begin alike. The router compares a
 * request with every address of its table and builds the table anew for each page it renders, a sixth of the work of a
 * product page (decision 0018); such a page needs but its own address, the front page, which the router always tells the browser of, and
 * the page of addresses that nothing answers.
 *
 * @param beginning as of `beginningOf`; without it the table has all beginnings
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

/** How the public addresses of a language begin, the front page's with nothing. */
export function publicBeginnings(build: ServerBuild, language: Language): ReadonlySet<string> {
  const paths = Object.values(publicScreens(build, language).routes).map((route) => route?.path);
  return new Set(paths.filter((path) => path !== undefined).map(beginningOf));
}

/** The first part of an address after its language: of `/en/Item/mug` it is `item`. */
function beginningOf(path: string): string {
  return plainPath(path).toLowerCase().split("/", 2)[1] ?? "";
}

/** Where the table of a public address is found: its language and its beginning. */
interface PublicTable {
  readonly language: Language;
  readonly beginning: string;
}

/**
 * Which table an address belongs to. The router reads addresses without regard to case and takes `.data` off its own
 * questions; whatever is written in a way that only the router unravels gets no small table.
 */
export function publicTableOf(pathname: string): PublicTable | undefined {
  if (/%|\/\//.test(pathname)) return undefined;
  const path = pathname.toLowerCase().replace(/\.data$/, "");
  return { language: languageOfPath(path), beginning: beginningOf(path) };
}
