import type { Sql, SqlFragment } from "#db/client.server.ts";

/** A query, prepared for `catalogue.search_products` and `catalogue.nearest_products`. */
export interface TextMatch {
  /** A relation for `from`: the matching products, as `catalogue.search_products` returns them. */
  readonly products: SqlFragment;
  /** `order by` terms over `products p`: exact matches first, then the closest. */
  readonly rank: SqlFragment;
  /** The query as a tsquery: every word is the beginning of a word. */
  readonly prefixes: SqlFragment;
  /** The argument of `catalogue.nearest_products`. */
  readonly typed: string;
}

/**
 * How a query matches products: every word is the beginning of a word of the product, or the whole query is similar to
 * a part of its text, which tolerates spelling mistakes. The dictionary is `simple`: PostgreSQL's Indonesian stemmer
 * turns kemeja (shirt) into meja (table).
 * @returns undefined for a query without letters or digits
 */
export function textMatch(sql: Sql, q: string): TextMatch | undefined {
  const words = q
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8);
  if (words.length === 0) return undefined;
  const prefixes = sql`to_tsquery('simple', ${words.map((word) => `${word}:*`).join(" & ")})`;
  const typed = words.join(" ");
  return {
    products: sql`catalogue.search_products(catalogue.expand_search(${words}), ${typed})`,
    prefixes,
    rank: sql`p.is_exact desc, p.closeness desc`,
    typed,
  };
}
