import { Readable } from "node:stream";
import type { Handler } from "hono";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import { assetKeyOf } from "./retain-assets.server.ts";

const safeName = /^[\w-][\w.-]{0,150}$/;
const types: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/**
 * `/assets/:name` of other releases: a page that an older or a newer process rendered asks this one for its scripts. Files
 * with a hash in their name never change.
 */
export function retainedAssets(store: ObjectStore): Handler {
  return async (c, next) => {
    const name = c.req.param("name") ?? "";
    const type = types[name.slice(name.lastIndexOf(".") + 1)];
    if (!type || !safeName.test(name)) return next();
    const bytes = await store.read(assetKeyOf(name));
    if (bytes === undefined) return next();
    c.header("Content-Type", type);
    c.header("Cache-Control", "public, max-age=31536000, immutable");
    if (!(bytes instanceof Readable)) return c.body(new Uint8Array(bytes));
    return c.body(Readable.toWeb(bytes) as ReadableStream);
  };
}
