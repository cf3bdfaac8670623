import type { MiddlewareHandler } from "hono";
import { log } from "#base/log.server.ts";

/** Headers that a proxy adds to say for whom it asks. */
const proxyHeaders = ["x-forwarded-for", "forwarded", "x-real-ip"];
/** Milliseconds between two notes. */
const noteEveryMs = 24 * 60 * 60 * 1_000;

/**
 * Notices that the program stands behind a proxy whose word it does not take: then every visitor has the proxy's address,
 * and limits count them as one.
 * @param note keeps it for the list of what is unsafe
 */
export function noticeProxy(note: () => Promise<void>): MiddlewareHandler {
  let nextMs = 0;
  return async (c, next) => {
    if (performance.now() >= nextMs && proxyHeaders.some((name) => c.req.header(name))) {
      nextMs = performance.now() + noteEveryMs;
      // The request does not wait for it.
      note().catch((error: unknown) => {
        nextMs = 0;
        log.warn({ err: error }, "a proxy's header could not be noted");
      });
    }
    return next();
  };
}
