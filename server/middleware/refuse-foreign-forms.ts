import type { MiddlewareHandler } from "hono";
import type { Config } from "#base/config-type.ts";
import { isLoopback } from "#base/own-path.ts";

const harmless = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Screens identify people by cookie, which browsers also send with other sites' forms. A mutating request
 * must therefore come from our own pages, by the browser's `Sec-Fetch-Site` or `Origin`, which a page cannot
 * forge.
 */
export function refuseForeignForms(config: Config): MiddlewareHandler {
  const { origin: own, hostname } = new URL(config.publicUrl);
  // Without PUBLIC_URL, every host name of the machine is valid.
  const isLocal = isLoopback(hostname);
  return async (c, next) => {
    if (harmless.has(c.req.method)) return next();
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const isOwn =
      origin === own ||
      (isLocal &&
        origin !== undefined &&
        URL.canParse(origin) &&
        new URL(origin).host === c.req.header("host"));
    if (!isOwn || (site !== undefined && site !== "same-origin")) {
      return c.json({ error: { code: "foreign_origin", message: "Not from this site" } }, 403);
    }
    return next();
  };
}
