import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Hono } from "hono";
import type { Config } from "#base/config-type.ts";
import { type IconShape, isIconName } from "#base/icon-data.ts";
import { publicIcons } from "#integrations/icons/public-icons.server.ts";

interface IconSet {
  prefix: string;
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
  width?: number;
  height?: number;
}

const require = createRequire(import.meta.url);
const maxIcons = 50;
let lucide: Promise<IconSet> | undefined;

/**
 * `GET /api/_nuxt_icon/{prefix}.json?icons=a,b`: icons of the bundled set. Other sets and names come from a
 * public icon service, and only when `ICON_HOSTS` names one.
 */
export function iconEndpoint({ iconHosts }: Pick<Config, "iconHosts">): Hono {
  const endpoint = new Hono();
  const outside = publicIcons(iconHosts);
  endpoint.get("/api/_nuxt_icon/:file{[a-z0-9-]+\\.json}", async (c) => {
    const prefix = c.req.param("file").replace(/\.json$/, "");
    const names = (c.req.query("icons") ?? "").split(",").filter(Boolean);
    const isWellFormed =
      isIconName(prefix) &&
      names.length > 0 &&
      names.length <= maxIcons &&
      names.every((name) => isIconName(name));
    if (!isWellFormed) {
      return c.json({ error: { code: "icons_invalid", message: "Name up to 50 icons" } }, 400);
    }
    if (prefix !== "lucide" && iconHosts.length === 0) {
      return c.json({ error: { code: "icon_set_not_found", message: "No such icon set" } }, 404);
    }
    const carried = prefix === "lucide" ? await fromLucide(names) : {};
    const missing = names.filter((name) => !find(carried, name));
    const fetched = missing.length > 0 ? await outside.find(prefix, missing) : {};
    const icons = { ...carried, ...fetched };
    const isWhole = names.every((name) => find(icons, name));
    // A missing icon may be available on the next request.
    c.header("Cache-Control", isWhole ? "public, max-age=604800" : "no-cache");
    return c.json({ prefix, icons });
  });
  return endpoint;
}

async function fromLucide(names: readonly string[]): Promise<Record<string, IconShape>> {
  lucide ??= loadSet("@iconify-json/lucide/icons.json");
  const set = await lucide;
  const { width = 24, height = 24 } = set;
  const icons: Record<string, IconShape> = {};
  for (const name of names) {
    const icon = find(set.icons, find(set.aliases, name)?.parent ?? name);
    if (icon) icons[name] = { body: icon.body, width, height };
  }
  return icons;
}

/** Names come from the request, so only own properties count. */
function find<T>(record: Record<string, T> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

async function loadSet(file: string): Promise<IconSet> {
  return JSON.parse(await readFile(require.resolve(file), "utf8")) as IconSet;
}
