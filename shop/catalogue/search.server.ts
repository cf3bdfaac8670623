import type { Sql } from "#db/client.server.ts";

/**
 * How typed words find products: every word is the beginning of a word of the product, or the whole is close to
 * a part of its text, which forgives spelling mistakes. The dictionary is `simple`: PostgreSQL's Indonesian
 * stemmer turns kemeja (shirt) into meja (table).
 * @returns undefined when nothing searchable was typed
 */
export function textMatch(sql: Sql, q: string) {
  const words = q
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8);
  if (words.length === 0) return undefined;
  const query = words.map((word) => `${word}:*`).join(" & ");
  const text = words.join(" ");
  return {
    where: sql`(p.search @@ to_tsquery('simple', ${query})
      or extensions.word_similarity(${text}, p.search_text) >= 0.45)`,
    rank: sql`(p.search @@ to_tsquery('simple', ${query})) desc,
      extensions.word_similarity(${text}, p.search_text) desc`,
    /** For "did you mean": further away still. */
    nearest: sql`extensions.word_similarity(${text}, p.search_text) desc`,
  };
}
