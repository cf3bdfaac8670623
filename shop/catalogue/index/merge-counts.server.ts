import { asShop } from "#db/client.server.ts";

/** Changes of counts that one transaction adds. */
const maxMerged = 20_000;

/** The task of the queue, every minute. */
export const mergeCountsTask = "merge-catalogue-counts";

/** Adds what commits noted to the counts that lists show, so that a reader has few of them to add itself. */
export async function mergeCounts(): Promise<void> {
  const sql = asShop();
  let merged: number;
  do {
    const [row] = await sql<{ merged: number }[]>`
      select private.merge_catalogue_counts(${maxMerged}) as merged`;
    merged = row?.merged ?? 0;
  } while (merged === maxMerged);
}
