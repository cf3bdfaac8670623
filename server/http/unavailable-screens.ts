import { data, type ServerBuild } from "react-router";
import { log } from "#base/log.server.ts";
import { withTimeout } from "#base/with-timeout.ts";
import { isUnavailable } from "#db/unavailable.server.ts";
import { maxWaitMs, TooLate } from "../middleware/limit-answer-time.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * The same screens, of which those that the database cannot answer at the moment say 503 instead of 500: search engines
 * come back, and an open page asks again with what its visitor has typed (app/browser/retrying-fetch.ts).
 * @param timeoutMs milliseconds after which a screen that still waits for its turn says so too
 */
export function sendUnavailable(build: ServerBuild, timeoutMs = maxWaitMs): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    route && sendingUnavailable(route, timeoutMs),
  ]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function sendingUnavailable(route: Route, timeoutMs: number): Route {
  const { loader, action } = route.module;
  return {
    ...route,
    module: {
      ...route.module,
      ...(loader ? { loader: guarded(loader, timeoutMs) } : {}),
      ...(action ? { action: guarded(action, timeoutMs) } : {}),
    },
  };
}

function guarded<Args, Answer>(
  work: (args: Args) => Answer | Promise<Answer>,
  timeoutMs: number,
): (args: Args) => Promise<Answer> {
  return async (args) => {
    try {
      const answer = work(args);
      return answer instanceof Promise
        ? await withTimeout(timeoutMs, answer, () => new TooLate())
        : answer;
    } catch (error) {
      if (!isUnavailable(error) && !(error instanceof TooLate)) throw error;
      log.error({ err: error }, "the database is not available to a screen");
      throw data(null, 503);
    }
  };
}
