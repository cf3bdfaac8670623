import { wordsOf } from "./search.server.ts";

/** Queries that are tried at most after one that found nothing. */
const maxTries = 6;

/**
 * Queries with fewer words than one that found nothing: each leaves one word out, the later ones have one word, the longest
 * first. None for a query of one word.
 */
export function shorterQueries(q: string): string[] {
  const words = wordsOf(q);
  if (words.length < 2) return [];
  const withoutOne =
    words.length === 2 ? [] : words.map((_, left) => words.toSpliced(left, 1).join(" ")).reverse();
  const single = words.toSorted((a, b) => b.length - a.length);
  return [...withoutOne, ...single].slice(0, maxTries);
}
