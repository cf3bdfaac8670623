import type { Sql, SqlFragment } from "#db/client.server.ts";

/** A query of a large shop, with what the vocabulary knows of its words. */
export interface QueryWords {
  readonly words: readonly string[];
  readonly tsquery: SqlFragment;
  /** The share of all products that is expected to match, as if words met by chance. */
  readonly share: number;
  /** Of the rarest word, what most products have: its best products are kept. */
  readonly commonest: string | null;
}

/**
 * @param words as `wordsOf` gives them
 * @param corrects words that begin no word of the vocabulary are read as the most similar one
 */
export async function readQueryWords(
  sql: Sql,
  words: readonly string[],
  all: number,
  corrects: boolean,
): Promise<QueryWords> {
  const rows = await sql<
    { word: string; products: number; is_whole: boolean; commonest: string | null }[]
  >`select * from catalogue.read_words(${words as string[]}, ${corrects})`;
  const query = await widenQuery(sql, rows);
  const [rarest] = [...rows].sort((one, other) => one.products - other.products);
  return {
    words: rows.map(({ word }) => word),
    tsquery: sql`${query}::tsquery`,
    share: rows.reduce((share, { products }) => share * Math.min(1, products / all), 1),
    commonest: rarest?.commonest ?? null,
  };
}

/**
 * Adds words as `catalogue.expand_search` does. A word without synonyms that is the beginning of no other word is looked up
 * exactly: a search by prefix would cost more and find the same.
 */
async function widenQuery(
  sql: Sql,
  rows: readonly { word: string; is_whole: boolean }[],
): Promise<string> {
  const words = rows.map(({ word }) => word);
  const plain = words.map((word) => `${word}:*`).join(" & ");
  const exact = rows.map(({ word, is_whole }) => (is_whole ? word : `${word}:*`)).join(" & ");
  const [row] = await sql<{ query: string }[]>`
    select case when widened = to_tsquery('simple', ${plain}) then to_tsquery('simple', ${exact}) else widened end::text as query
    from catalogue.expand_search(${words}) widened`;
  return row?.query ?? exact;
}

/** Maximum number of products stored for a common word (0020_catalogue_search.sql). */
const maxBest = 480;

/** Sorted before they meet the products, so that a page reads no more of these than it shows. */
export const bestOf = (sql: Sql, word: string | null) =>
  sql`(select * from catalogue.best_of_word(${word}) order by place limit ${maxBest})`;
