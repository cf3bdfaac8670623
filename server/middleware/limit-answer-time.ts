import type { MiddlewareHandler } from "hono";
import { AppError } from "#base/errors.ts";
import { withTimeout } from "#base/with-timeout.ts";

/**
 * Milliseconds until an answer must begin: as long as a slow body may take (`limitSlowBodies`), and longer
 * than PostgreSQL's statement timeout.
 */
export const maxWaitMs = 30_000;

/** The work is still queued; a later retry is as good. */
export class TooLate extends AppError {
  constructor() {
    super("temporarily_unavailable", 503, { retryAfter: 5 });
  }
}

/** File transfers take as long as their size requires, and functions have their own timeouts. */
const ownPace = /^\/(storage|functions)\/v1\//;

/**
 * Answers 503 with `Retry-After` after the timeout, e.g. when every database connection is in use (fault
 * R26). The work behind it continues; every mutating request may be sent twice (tests/verification/replay).
 */
export function limitAnswerTime(timeoutMs = maxWaitMs): MiddlewareHandler {
  return async (c, next) => {
    if (ownPace.test(c.req.path)) return next();
    await withTimeout(timeoutMs, next(), () => new TooLate());
  };
}
