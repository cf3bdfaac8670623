import { layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { type Language, languages, localPath } from "#base/language.ts";

/** Every address of the shop, Indonesian at `/` and the same again in English below `/en`. */
export default languages.flatMap(table) satisfies RouteConfig;

function table(language: Language): RouteConfigEntry[] {
  /** The same file serves both languages, so each entry needs an id of its own. */
  const named = (name: string) => ({ id: `${language}:${name}` });
  const page = (path: string, file: string) => route(localPath(language, path), file, named(path));

  return [
    layout("storefront/default-layout.tsx", named("default"), [
      page("/Unauthorised", "storefront/unauthorised.tsx"),
      page("/*", "storefront/not-found.tsx"),
    ]),
  ];
}
