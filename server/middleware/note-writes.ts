import type { MiddlewareHandler } from "hono";
import { catalogueChanges } from "#shop/kernel/cache.server.ts";

/** Whoever changes something through this process sees it in their next request. */
export function noteWrites(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.req.method !== "GET") catalogueChanges.noteWrite();
  };
}
