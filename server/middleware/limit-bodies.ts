import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

const megabyte = 1024 * 1024;

/** Nothing but storage takes a body over one megabyte, and storage limits its own. */
export function limitBodies(): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize: megabyte,
    onError: (c) =>
      c.json({ error: { code: "request_entity_too_large", message: "Too large" } }, 413),
  });
  return (c, next) => {
    if (c.req.path.startsWith("/storage/v1/")) return next();
    // Only a body of unknown length has to be looked at, which makes a stream of it; most requests have none at all.
    const isUnknown = c.req.header("transfer-encoding") !== undefined;
    if (!isUnknown && Number(c.req.header("content-length") ?? 0) <= megabyte) return next();
    return limit(c, next);
  };
}
