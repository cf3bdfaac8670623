import { Hono } from "hono";
import { readLookStyles } from "#shop/content/live-site.server.ts";
import { readSiteFile } from "#shop/content/site-files.server.ts";

const forever = "public, max-age=31536000, immutable";
const types: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
};

/**
 * `/theme/{version}.css`, the colours and corners of a look, and `/theme/{name}`, its pictures. Both are immutable. The
 * content policy of responses other than pages prevents an SVG from loading or running anything.
 */
export function themeEndpoint(): Hono {
  const endpoint = new Hono();
  endpoint.get("/theme/:file{[1-9][0-9]{0,8}[.]css}", async (c) => {
    const styles = await readLookStyles(Number.parseInt(c.req.param("file"), 10));
    if (styles === undefined) return c.notFound();
    c.header("Content-Type", "text/css; charset=utf-8");
    c.header("Cache-Control", forever);
    return c.body(styles);
  });
  endpoint.get("/theme/:file{[0-9a-f]{64}-[0-9]{1,4}x[0-9]{1,4}[.](?:svg|png|jpg)}", async (c) => {
    const name = c.req.param("file");
    const bytes = await readSiteFile(name);
    if (!bytes) return c.notFound();
    c.header("Content-Type", types[name.slice(-3)] ?? "application/octet-stream");
    c.header("Cache-Control", forever);
    return c.body(new Uint8Array(bytes));
  });
  return endpoint;
}
