import { LRUCache } from "lru-cache";
import { type IconData, type IconShape, readIconData } from "#base/icon-data.ts";
import { log } from "#base/log.server.ts";

/** Milliseconds after which the next host is asked in parallel. */
const rotateAfter = 750;
/** Timeout of one host in milliseconds: shorter where there is another host. */
const timeoutMs = { several: 2_000, single: 5_000 };
const maxAnswerLength = 512 * 1024;
const maxCached = 2_000;

export interface PublicIcons {
  /** The named icons that a service knows; empty when no host answers. Never throws. */
  find(prefix: string, names: readonly string[]): Promise<IconData["icons"]>;
}

/**
 * Icon services on the network, asked by the server so that visitors' browsers contact no third party. Answers are
 * cached in the process, also that an icon is unknown.
 * @param hosts base URLs, e.g. `https://api.iconify.design`
 */
export function publicIcons(hosts: readonly string[]): PublicIcons {
  const cached = new LRUCache<string, IconShape | "unknown">({ max: maxCached });
  return {
    async find(prefix, names) {
      const missing = names.filter((name) => !cached.has(`${prefix}:${name}`));
      if (missing.length > 0 && hosts.length > 0) {
        const found = await askInTurn(hosts, prefix, missing);
        // Without an answer nothing is cached, so the icons are asked for again.
        for (const name of found ? missing : []) {
          cached.set(`${prefix}:${name}`, own(found?.icons, name) ?? "unknown");
        }
      }
      const icons: Record<string, IconShape> = {};
      for (const name of names) {
        const icon = cached.get(`${prefix}:${name}`);
        if (icon && icon !== "unknown") icons[name] = icon;
      }
      return icons;
    },
  };
}

/** The first good answer; a slow or failed host does not delay the next one. */
async function askInTurn(
  hosts: readonly string[],
  prefix: string,
  names: readonly string[],
): Promise<IconData | undefined> {
  const timeout = hosts.length > 1 ? timeoutMs.several : timeoutMs.single;
  const failures: unknown[] = [];
  const found = await new Promise<IconData | undefined>((resolve) => {
    let open = 0;
    let next = 0;
    const askNext = () => {
      const host = hosts[next++];
      if (host === undefined) return;
      open++;
      const rotate = setTimeout(askNext, rotateAfter);
      ask(host, prefix, names, timeout)
        .then(resolve, (error: unknown) => {
          failures.push(error);
          if (next < hosts.length) askNext();
        })
        .finally(() => {
          clearTimeout(rotate);
          open--;
          if (open === 0 && next >= hosts.length) resolve(undefined);
        });
    };
    askNext();
  });
  if (!found)
    log.warn({ prefix, names, errors: failures.map(String) }, "Failed to load custom icons");
  return found;
}

async function ask(
  host: string,
  prefix: string,
  names: readonly string[],
  timeout: number,
): Promise<IconData> {
  const query = new URLSearchParams({ icons: [...names].sort().join(",") });
  const response = await fetch(`${host}/${prefix}.json?${query}`, {
    redirect: "error",
    signal: AbortSignal.timeout(timeout),
  });
  if (!response.ok) throw new Error(`${host} answered ${response.status}`);
  const text = await response.text();
  if (text.length > maxAnswerLength) throw new Error(`${host} answered too much`);
  const icons = readIconData(JSON.parse(text), prefix);
  if (!icons) throw new Error(`${host} answered with bad icon data`);
  return icons;
}

function own<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
