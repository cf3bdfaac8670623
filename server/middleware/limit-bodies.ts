import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

const megabyte = 1024 * 1024;
/** Pictures for designs: of buyers, and of the shop. */
const uploads = new Set(["/api/design-assets", "/admin/products/printing/pictures"]);

/** The form with a printer's colour profile, which says itself that a file is too large. */
const profiles = /^(\/en)?\/admin\/settings\/print-profiles$/i;

/** Storage and uploads for designs accept a body over one megabyte, and limit their own. */
export function limitBodies(): MiddlewareHandler {
  const limitTo = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: (c) =>
        c.json({ error: { code: "request_entity_too_large", message: "Too large" } }, 413),
    });
  const limit = limitTo(megabyte);
  const limitProfile = limitTo(6 * megabyte);
  return (c, next) => {
    if (c.req.path.startsWith("/storage/v1/") || uploads.has(c.req.path.toLowerCase()))
      return next();
    // Wrap only a body of unknown length, because the check turns it into a stream; most requests have none.
    const isUnknown = c.req.header("transfer-encoding") !== undefined;
    if (!isUnknown && Number(c.req.header("content-length") ?? 0) <= megabyte) return next();
    return profiles.test(c.req.path) ? limitProfile(c, next) : limit(c, next);
  };
}
