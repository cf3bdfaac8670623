import type { MiddlewareHandler } from "hono";
import { log } from "#base/log.server.ts";

/** Headers in which a proxy names its client. */
const proxyHeaders = ["x-forwarded-for", "forwarded", "x-real-ip"];
/** Milliseconds between two notes. */
const noteEveryMs = 24 * 60 * 60 * 1_000;

/**
 * Detects a proxy that is not trusted: every visitor then has the proxy's address, and rate limits count them
 * as one.
 * @param note records the fact for the list of risks
 */
export function noticeProxy(note: () => Promise<void>): MiddlewareHandler {
  let nextMs = 0;
  return async (c, next) => {
    if (performance.now() >= nextMs && proxyHeaders.some((name) => c.req.header(name))) {
      nextMs = performance.now() + noteEveryMs;
      // The request does not wait for the note.
      note().catch((error: unknown) => {
        nextMs = 0;
        log.warn({ err: error }, "a proxy's header could not be noted");
      });
    }
    return next();
  };
}
