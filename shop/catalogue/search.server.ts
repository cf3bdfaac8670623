import type { Sql, SqlFragment } from "#db/client.server.ts";
import { searchWords } from "./search-words.ts";

/** A query, prepared for PostgreSQL. */
export interface TextMatch {
  /** The query as a tsquery: every word is the beginning of a word. */
  readonly prefixes: SqlFragment;
  /** The words with spaces between them, for comparisons that forgive spelling mistakes. */
  readonly typed: string;
  readonly words: readonly string[];
}

/**
 * How a query matches products: every word is the beginning of a word of the product. The dictionary is `simple`:
 * PostgreSQL's Indonesian stemmer turns kemeja (shirt) into meja (table).
 * @returns undefined for a query without letters or digits
 */
export function textMatch(sql: Sql, q: string): TextMatch | undefined {
  const words = wordsOf(q);
  if (words.length === 0) return undefined;
  return {
    prefixes: sql`to_tsquery('simple', ${words.map((word) => `${word}:*`).join(" & ")})`,
    typed: words.join(" "),
    words,
  };
}

/** Words that say nothing about a product, in both languages: `hadiah untuk ibu`, `a gift for mum`. */
const stopWords = new Set(
  "untuk buat bagi dan atau yang di ke dari dengan pada a an the for of and or with to from in on".split(
    " ",
  ),
);

/** The words of a query, at most eight, without stop words unless it has no others. */
export function wordsOf(q: string): string[] {
  const words = searchWords(q);
  const telling = words.filter((word) => !stopWords.has(word));
  return (telling.length > 0 ? telling : words).slice(0, 8);
}
