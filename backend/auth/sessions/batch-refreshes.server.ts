import { batch } from "#base/batch.ts";
import { asShop } from "#db/client.server.ts";

/** A live token and its child that replaces it, both as stored hashes. */
interface Swap {
  readonly shown: string;
  readonly child: string;
}

/**
 * Replaces a live refresh token by its child. Requests that arrive while the database is busy share the next
 * statement and its commit, the main cost of a refresh (docs/why/auth.md).
 * @returns the JSON of `private.refresh_sessions`; undefined when the token is not live
 */
export const batchRefresh = batch<Swap, string | undefined>(
  async (batch) => {
    // A token has one child, so concurrent requests with one token are identical.
    const children = new Map(batch.map(({ shown, child }) => [shown, child]));
    const refreshed = await swapAll(children);
    return batch.map(({ shown }) => refreshed.get(shown));
  },
  // The next batch runs while the previous one is written to disk.
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
    // Nothing was stored. Each token is then handled by itself, so that an error reaches only its request.
    return new Map();
  }
}
