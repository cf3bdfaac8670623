import type { ServerBuild } from "react-router";
import { type Language, languageOfPath } from "#base/language.ts";

/** Layouts, by their names in app/routes.ts, around pages that are not public. */
const personalLayouts = ["dashboard", "signed-in", "admin"];

/**
 * The screens with one language's public addresses only. The router compares a request with every address of its
 * table and builds the table anew for each page it renders, a sixth of the work of a product page; such a page
 * needs but a quarter of the table.
 */
export function publicScreens(build: ServerBuild, language: Language): ServerBuild {
  const belongs = (id: string): boolean => {
    const [of, name = ""] = id.split(":", 2);
    const parent = build.routes[id]?.parentId;
    return (
      parent === undefined ||
      (of === language && !personalLayouts.includes(name) && belongs(parent))
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

/**
 * Which language's public table an address belongs to. The router reads addresses without regard to case and takes
 * `.data` off its own questions; whatever is written in a way that only the router unravels gets no small table.
 */
export function publicTableOf(pathname: string): Language | undefined {
  if (/%|\/\//.test(pathname)) return undefined;
  return languageOfPath(pathname.toLowerCase().replace(/\.data$/, ""));
}
