import { asShop } from "#db/client.server.ts";

/** A live token to be swapped for its child; both as hashes, as they are stored. */
interface Wanted {
  readonly shown: string;
  readonly child: string;
  readonly waiters: ((refreshed: string | undefined) => void)[];
}

const maxBatchSize = 100;
/** While one lot is on its way to the disk the next is already worked on. */
const maxConcurrency = 2;

const wanted = new Map<string, Wanted>();
let running = 0;

/**
 * Swaps a live refresh token for its child. Whatever is wanted while the database is busy goes together with the next
 * statement and shares its commit, which is what a refresh costs most.
 * @returns the JSON that `private.refresh_sessions` tells of it; undefined when the token is not simply live
 */
export function batchRefresh(shown: string, child: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Two windows that show one token get one child.
    const same = wanted.get(shown);
    if (same) same.waiters.push(resolve);
    else wanted.set(shown, { shown, child, waiters: [resolve] });
    if (running < maxConcurrency) void runAll();
  });
}

async function runAll(): Promise<void> {
  running++;
  while (wanted.size > 0) {
    const items = [...wanted.values()].slice(0, maxBatchSize);
    for (const { shown } of items) wanted.delete(shown);
    const refreshed = await run(items);
    for (const { shown, waiters } of items)
      for (const resolve of waiters) resolve(refreshed.get(shown));
  }
  running--;
}

async function run(items: readonly Wanted[]): Promise<ReadonlyMap<string, string>> {
  try {
    const rows = await asShop()<{ token: string; refreshed: string }[]>`
      select token, refreshed::text as refreshed from private.refresh_sessions(
        ${items.map(({ shown }) => shown)}::text[], ${items.map(({ child }) => child)}::text[])`;
    return new Map(rows.map(({ token, refreshed }) => [token, refreshed]));
  } catch {
    // Nothing was kept. Each is looked at by itself then, where what is wrong is said to the one whom it concerns.
    return new Map();
  }
}
