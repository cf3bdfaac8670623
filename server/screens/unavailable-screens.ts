import { data, type ServerBuild } from "react-router";
import { AppError } from "#base/errors.ts";
import { log } from "#base/log.server.ts";
import { withTimeout } from "#base/with-timeout.ts";
import { isUnavailable } from "#db/unavailable.server.ts";
import { isUnstorableText } from "#db/unstorable-text.server.ts";
import { maxWaitMs, TooLate } from "#server/middleware/limit-answer-time.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * Wraps the screens so that those that the database cannot answer now return 503 instead of 500: search
 * engines retry, and an open page repeats its request with the visitor's input
 * (app/browser/retrying-fetch.ts). Text that PostgreSQL cannot store gets 400.
 * @param timeoutMs milliseconds after which a waiting screen returns 503 too
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
      if (error instanceof AppError && (error.status < 500 || error.status === 503)) {
        throw data({ error: { code: error.code } }, error.status);
      }
      if (isUnstorableText(error)) throw data({ error: { code: "invalid_input" } }, 400);
      if (!isUnavailable(error) && !(error instanceof TooLate)) throw error;
      log.error({ err: error }, "the database is not available to a screen");
      throw data(null, 503);
    }
  };
}
