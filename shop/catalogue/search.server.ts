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

/** The words of a query, at most eight. */
export function wordsOf(q: string): string[] {
  return searchWords(q).slice(0, 8);
}
