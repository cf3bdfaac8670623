import { type IconShape, readIconData } from "#base/icon-data.ts";

/*
 * Icons by name that are not in the bundle, e.g. `lucide:coffee`. Names requested in one turn share one request to
 * the shop's endpoint, which may ask a public service. The browser itself may not: the pages' content security policy
 * forbids it.
 */

/** Milliseconds; a later icon would shift the layout. */
const timeoutMs = 1_500;

const cached = new Map<string, Promise<IconShape | undefined>>();
let waiting = new Map<string, Set<string>>();
let batch: Promise<Map<string, IconShape>> | undefined;

/** @param name `set:icon`. @returns undefined when there is no such icon, or it cannot be had now */
export function loadIcon(name: string): Promise<IconShape | undefined> {
  const known = cached.get(name);
  if (known) return known;
  const [prefix = "", icon = ""] = name.split(":");
  const names = waiting.get(prefix) ?? new Set();
  waiting.set(prefix, names.add(icon));
  batch ??= Promise.resolve().then(fetchWaiting);
  const loaded = batch.then((icons) => {
    const found = icons.get(name);
    // The next part that needs it may ask again.
    if (!found) cached.delete(name);
    return found;
  });
  cached.set(name, loaded);
  return loaded;
}

async function fetchWaiting(): Promise<Map<string, IconShape>> {
  const asked = [...waiting];
  waiting = new Map();
  batch = undefined;
  const found = new Map<string, IconShape>();
  await Promise.all(
    asked.map(async ([prefix, names]) => {
      const icons = await fetchIcons(prefix, [...names]);
      for (const [name, icon] of Object.entries(icons)) found.set(`${prefix}:${name}`, icon);
    }),
  );
  return found;
}

async function fetchIcons(prefix: string, names: string[]): Promise<Record<string, IconShape>> {
  try {
    const query = new URLSearchParams({ icons: names.sort().join(",") });
    const response = await fetch(`/api/_nuxt_icon/${encodeURIComponent(prefix)}.json?${query}`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const data = response.ok ? readIconData(await response.json(), prefix) : undefined;
    if (data) return data.icons;
    console.error("Failed to load custom icons", prefix, names, response.status);
  } catch (error) {
    console.error("Failed to load custom icons", prefix, names, error);
  }
  return {};
}
