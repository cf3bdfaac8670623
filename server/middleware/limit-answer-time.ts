import type { MiddlewareHandler } from "hono";
import { AppError } from "#base/errors.ts";
import { withTimeout } from "#base/with-timeout.ts";

/**
 * Milliseconds that anybody waits for an answer to begin: as long as a slow body may take (`limitSlowBodies`), and longer than
 * PostgreSQL works on one statement. Whoever waits longer stands in a line that will not come to them in time.
 */
export const maxWaitMs = 30_000;

/** What was asked for is still in its line; asking again later is as good. */
export class TooLate extends AppError {
  constructor() {
    super("temporarily_unavailable", 503, { retryAfter: 5 });
  }
}

/** Files come and go as slowly as they are large, and functions say themselves how long they may take. */
const ownPace = /^\/(storage|functions)\/v1\//;

/**
 * Answers 503 with `Retry-After` to whoever has waited too long, e.g. because every connection to the database is held (fault
 * R26). The work behind it ends by itself; everything that changes something may be sent twice (tests/verification/replay).
 */
export function limitAnswerTime(timeoutMs = maxWaitMs): MiddlewareHandler {
  return async (c, next) => {
    if (ownPace.test(c.req.path)) return next();
    await withTimeout(timeoutMs, next(), () => new TooLate());
  };
}
