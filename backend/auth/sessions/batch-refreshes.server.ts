import { asShop } from "#db/client.server.ts";

/** A live token to be swapped for its child; both as hashes, as they are stored. */
interface Wanted {
  readonly shown: string;
  readonly child: string;
  readonly told: ((refreshed: string | undefined) => void)[];
}

const mostTogether = 100;
/** While one lot is on its way to the disk the next is already worked on. */
const mostAtOnce = 2;

const wanted = new Map<string, Wanted>();
let running = 0;

/**
 * Swaps a live refresh token for its child. Whatever is wanted while the database is busy goes together with the next
 * statement and shares its commit, which is what a refresh costs most.
 * @returns the JSON that `private.refresh_sessions` tells of it; undefined when the token is not simply live
 */
export function refreshTogether(shown: string, child: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Two windows that show one token get one child.
    const same = wanted.get(shown);
    if (same) same.told.push(resolve);
    else wanted.set(shown, { shown, child, told: [resolve] });
    if (running < mostAtOnce) void runAll();
  });
}

async function runAll(): Promise<void> {
  running++;
  while (wanted.size > 0) {
    const lot = [...wanted.values()].slice(0, mostTogether);
    for (const { shown } of lot) wanted.delete(shown);
    const refreshed = await run(lot);
    for (const { shown, told } of lot) for (const tell of told) tell(refreshed.get(shown));
  }
  running--;
}

async function run(lot: readonly Wanted[]): Promise<ReadonlyMap<string, string>> {
  try {
    const rows = await asShop()<{ token: string; refreshed: string }[]>`
      select token, refreshed::text as refreshed from private.refresh_sessions(
        ${lot.map(({ shown }) => shown)}::text[], ${lot.map(({ child }) => child)}::text[])`;
    return new Map(rows.map(({ token, refreshed }) => [token, refreshed]));
  } catch {
    // Nothing was kept. Each is looked at by itself then, where what is wrong is said to the one whom it concerns.
    return new Map();
  }
}
