import { createRequestHandler } from "react-router";
import { type Language, languageOfPath } from "#base/language.ts";
import { publicBeginnings, publicScreens, publicTableOf } from "./route-tables.ts";
import type { Screens } from "./screens.ts";
import { sendUnavailable } from "./unavailable-screens.ts";

export type Handler = ReturnType<typeof createRequestHandler>;

/** @param version of the manifest of a browser that asks for more routes */
export type HandlerFor = (path: string, isPersonal: boolean, version?: string) => Handler;

/**
 * Renders screens. Selects the route table: a public page's own small one, else the complete one of the language.
 * @returns chooses by the path, and by the manifest's version of a browser that asks for more routes
 */
export function requestHandlers({ build: given }: Screens): HandlerFor {
  if (typeof given === "function") {
    // In development mode the router shows where an error happened; only developers may see it.
    const handle = createRequestHandler(async () => sendUnavailable(await given()), "development");
    return () => handle;
  }
  const tablesOf = (language: Language) => {
    const build = sendUnavailable(given[language]);
    return {
      whole: createRequestHandler(build, "production"),
      any: createRequestHandler(publicScreens(build, language), "production"),
      beginning: new Map<string, Handler>(
        Array.from(publicBeginnings(build, language), (beginning) => [
          beginning,
          createRequestHandler(publicScreens(build, language, beginning), "production"),
        ]),
      ),
    };
  };
  const tables = { id: tablesOf("id"), en: tablesOf("en") };
  return (path, isPersonal, version) => {
    // The browser asks for routes of every kind at once, from an address without a language.
    if (path === given.id.routeDiscovery.manifestPath) {
      return tables[version === given.en.assets.version ? "en" : "id"].whole;
    }
    const table = publicTableOf(path);
    if (!table || isPersonal) return tables[languageOfPath(path.toLowerCase())].whole;
    const { any, beginning } = tables[table.language];
    return beginning.get(table.beginning) ?? any;
  };
}
