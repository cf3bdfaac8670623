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
  return (c, next) => (c.req.path.startsWith("/storage/v1/") ? next() : limit(c, next));
}
