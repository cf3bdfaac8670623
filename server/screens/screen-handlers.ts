import { createRequestHandler, type ServerBuild } from "react-router";
import { type Language, languageOfPath } from "#base/language.ts";
import { publicBeginnings, publicScreens, publicTableOf } from "./route-tables.ts";
import type { Screens } from "./screens.ts";
import { sendUnavailable } from "./unavailable-screens.ts";

export type Handler = ReturnType<typeof createRequestHandler>;

/** @param version of the manifest of a browser that asks for more routes */
export type HandlerFor = (path: string, isPersonal: boolean, version?: string) => Handler;

/**
 * Renders screens. Selects the route table: a public page's own small one, else the complete one of the language.
 * @param publicUrl the allowed origin of form posts. By default the router compares the origin with the request's URL, which
 * is plain HTTP behind a proxy that terminates TLS.
 * @returns chooses by the path, and by the manifest's version of a browser that asks for more routes
 */
export function requestHandlers({ build: given }: Screens, publicUrl: string): HandlerFor {
  const prepare = (build: ServerBuild): ServerBuild => ({
    ...sendUnavailable(build),
    allowedActionOrigins: [new URL(publicUrl).host],
  });
  if (typeof given === "function") {
    // In development mode the router shows where an error happened; only developers may see it.
    const handle = createRequestHandler(async () => prepare(await given()), "development");
    return () => handle;
  }
  const tablesOf = (language: Language) => {
    const build = prepare(given[language]);
    const beginnings = publicBeginnings(build, language);
    const made = new Map<string | undefined, Handler>();
    /** Made at the first request: the tables of all beginnings would take a tenth of a start. */
    const tableOf = (beginning?: string): Handler => {
      const known = made.get(beginning);
      if (known) return known;
      const handler = createRequestHandler(publicScreens(build, language, beginning), "production");
      made.set(beginning, handler);
      return handler;
    };
    return {
      whole: createRequestHandler(build, "production"),
      /** The small table of a beginning that public pages have, else that of all public pages. */
      open: (beginning: string) => tableOf(beginnings.has(beginning) ? beginning : undefined),
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
    return tables[table.language].open(table.beginning);
  };
}
