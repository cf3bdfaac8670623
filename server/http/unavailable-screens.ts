import { data, type ServerBuild } from "react-router";
import { log } from "#base/log.server.ts";
import { inTime } from "#base/with-timeout.ts";
import { isUnavailable } from "#db/unavailable.server.ts";
import { longestWait, TooLate } from "../middleware/answer-in-time.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * The same screens, of which those that the database cannot answer at the moment say 503 instead of 500: search engines
 * come back, and an open page asks again with what its visitor has typed (app/browser/retrying-fetch.ts).
 * @param patience milliseconds after which a screen that still waits for its turn says so too
 */
export function tellUnavailable(build: ServerBuild, patience = longestWait): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && telling(route, patience),
  ]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function telling(route: Route, patience: number): Route {
  const { loader, action } = route.module;
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader ? { loader: guarded(loader, patience) } : {}),
      ...(action ? { action: guarded(action, patience) } : {}),
    },
  };
}

function guarded<Args, Answer>(
  work: (args: Args) => Answer | Promise<Answer>,
  patience: number,
): (args: Args) => Promise<Answer> {
  return async (args) => {
    try {
      const answer = work(args);
      return answer instanceof Promise
        ? await inTime(patience, answer, () => new TooLate())
        : answer;
    } catch (error) {
      if (!isUnavailable(error) && !(error instanceof TooLate)) throw error;
      log.error({ err: error }, "the database is not available to a screen");
      throw data(null, 503);
    }
  };
}
