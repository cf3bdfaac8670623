import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Hono } from "hono";

interface IconSet {
  prefix: string;
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
  width?: number;
  height?: number;
}

const require = createRequire(import.meta.url);
const mostIcons = 50;
let lucide: Promise<IconSet> | undefined;

/** `GET /api/_nuxt_icon/{prefix}.json?icons=a,b`: the named icons of a set that we carry, and nothing from outside. */
export function iconDoor(): Hono {
  const door = new Hono();
  door.get("/api/_nuxt_icon/:file{[a-z0-9-]+\\.json}", async (c) => {
    const prefix = c.req.param("file").replace(/\.json$/, "");
    const names = (c.req.query("icons") ?? "").split(",").filter(Boolean);
    const isWellFormed =
      names.length > 0 &&
      names.length <= mostIcons &&
      names.every((name) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name));
    if (!isWellFormed) {
      return c.json({ error: { code: "icons_invalid", message: "Name up to 50 icons" } }, 400);
    }
    if (prefix !== "lucide") {
      return c.json({ error: { code: "icon_set_not_found", message: "No such icon set" } }, 404);
    }
    lucide ??= loadSet("@iconify-json/lucide/icons.json");
    const set = await lucide;
    const icons: IconSet["icons"] = {};
    for (const name of names) {
      const icon = find(set.icons, find(set.aliases, name)?.parent ?? name);
      if (icon) icons[name] = icon;
    }
    c.header("Cache-Control", "public, max-age=604800");
    return c.json({ prefix, icons, width: set.width ?? 24, height: set.height ?? 24 });
  });
  return door;
}

/** Names come from the address: only the set's own ones count. */
function find<T>(record: Record<string, T> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

async function loadSet(file: string): Promise<IconSet> {
  return JSON.parse(await readFile(require.resolve(file), "utf8")) as IconSet;
}
