import { Hono } from "hono";
import { readLookStyles } from "#shop/content/live-site.server.ts";

/** `/theme/{version}.css`: the colours and corners of a look, which never change. */
export function themeEndpoint(): Hono {
  const endpoint = new Hono();
  endpoint.get("/theme/:file{[1-9][0-9]{0,8}[.]css}", async (c) => {
    const styles = await readLookStyles(Number.parseInt(c.req.param("file"), 10));
    if (styles === undefined) return c.notFound();
    c.header("Content-Type", "text/css; charset=utf-8");
    c.header("Cache-Control", "public, max-age=31536000, immutable");
    return c.body(styles);
  });
  return endpoint;
}
