import { asShop, inTransaction } from "#db/client.server.ts";

/** The task of the queue, once a night. */
export const countWordsTask = "count-words";

/** Products that one transaction reads. */
const perChunk = 1000;
/** Products of a common word: its best ones are kept. */
const minCommon = 2000;

interface Place {
  readonly is_out: boolean;
  readonly sales_rank: number;
  readonly newness: number;
  readonly product_id: string;
}

/**
 * Goes through the public products, the best sellers first, and makes the vocabulary of the search again: how many products
 * have a word, and the best of them. Searches use the last complete pass meanwhile.
 */
export async function countWords(common = minCommon): Promise<void> {
  const sql = asShop();
  // Of a pass that was stopped.
  await sql`update private.vocabulary set counted = 0, gathered = '{}' where counted > 0`;
  let last: Place | undefined;
  do {
    [last] = await sql<Place[]>`
      select * from private.count_words(${last?.is_out ?? null}, ${last?.sales_rank ?? null}, ${last?.newness ?? null},
        ${last?.product_id ?? null}, ${perChunk})`;
  } while (last);
  await inTransaction((transaction) => transaction`select private.adopt_words(${common})`);
}
