import { batch } from "#base/batch.ts";
import { asShop } from "#db/client.server.ts";

/** A live token to be swapped for its child; both as hashes, as they are stored. */
interface Swap {
  readonly shown: string;
  readonly child: string;
}

/**
 * Swaps a live refresh token for its child. Requests that come while the database is busy share the next statement and its
 * commit, which is what a refresh costs most (decision 0012).
 * @returns the JSON that `private.refresh_sessions` answers; undefined when the token is not simply live
 */
export const batchRefresh = batch<Swap, string | undefined>(
  async (batch) => {
    // A token has one child, so two windows that show the same one ask for the same.
    const children = new Map(batch.map(({ shown, child }) => [shown, child]));
    const refreshed = await swapAll(children);
    return batch.map(({ shown }) => refreshed.get(shown));
  },
  // While one batch is on its way to the disk the next is already worked on.
  { maxBatchSize: 100, maxConcurrency: 2 },
);

async function swapAll(
  children: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  try {
    const rows = await asShop()<{ token: string; refreshed: string }[]>`
      select token, refreshed::text as refreshed from private.refresh_sessions(
        ${[...children.keys()]}::text[], ${[...children.values()]}::text[])`;
    return new Map(rows.map(({ token, refreshed }) => [token, refreshed]));
  } catch {
    // Nothing was stored. Each is then looked at by itself, which reports what is wrong to the one whom it concerns.
    return new Map();
  }
}
