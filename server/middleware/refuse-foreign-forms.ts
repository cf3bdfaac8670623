import type { MiddlewareHandler } from "hono";
import type { Config } from "#base/config.server.ts";

const harmless = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Screens know people by their cookie, which a browser sends along with other sites' forms too. A request that
 * changes something must come from our own pages: the browser says where from, and a page cannot lie about it.
 */
export function refuseForeignForms(config: Config): MiddlewareHandler {
  const own = new URL(config.publicUrl).origin;
  return async (c, next) => {
    if (harmless.has(c.req.method)) return next();
    const site = c.req.header("sec-fetch-site");
    const origin = c.req.header("origin");
    const isOwn =
      origin === own ||
      (origin !== undefined &&
        URL.canParse(origin) &&
        new URL(origin).host === c.req.header("host"));
    if (!isOwn || (site !== undefined && site !== "same-origin")) {
      return c.json({ error: { code: "foreign_origin", message: "Not from this site" } }, 403);
    }
    return next();
  };
}
