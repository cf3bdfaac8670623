import { wordsOf } from "./search.server.ts";

/** Maximum shorter queries tried after a search without results. */
const maxTries = 6;

/**
 * Queries with fewer words than one that found nothing: first without one word each, then single words, longest first. Empty
 * for a one-word query.
 */
export function shorterQueries(q: string): string[] {
  const words = wordsOf(q);
  if (words.length < 2) return [];
  const withoutOne =
    words.length === 2 ? [] : words.map((_, left) => words.toSpliced(left, 1).join(" ")).reverse();
  const single = words.toSorted((a, b) => b.length - a.length);
  return [...withoutOne, ...single].slice(0, maxTries);
}
