import { data, type ServerBuild } from "react-router";
import { log } from "#base/log.server.ts";
import { isUnavailable } from "#db/unavailable.server.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * The same screens, of which those that the database cannot answer at the moment say 503 instead of 500: search engines
 * come back, and an open page asks again with what its visitor has typed (app/browser/retrying-fetch.ts).
 */
export function tellUnavailable(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && telling(route)]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function telling(route: Route): Route {
  const { loader, action } = route.module;
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader ? { loader: guarded(loader) } : {}),
      ...(action ? { action: guarded(action) } : {}),
    },
  };
}

function guarded<Args, Answer>(
  work: (args: Args) => Answer | Promise<Answer>,
): (args: Args) => Promise<Answer> {
  return async (args) => {
    try {
      return await work(args);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.error({ err: error }, "the database is not available to a screen");
      throw data(null, 503);
    }
  };
}
