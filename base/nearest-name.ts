/**
 * The most similar name, for "did you mean".
 * @param minSimilarity from 0 to 1: the share of the longer name that need not change
 * @returns undefined when no name is similar enough
 */
export function nearestName(
  wanted: string,
  names: Iterable<string>,
  minSimilarity: number,
): string | undefined {
  // Longer than any name of PostgreSQL; limits the work of the comparison.
  if (wanted.length > 200) return undefined;
  let best: string | undefined;
  let bestScore = minSimilarity;
  for (const name of new Set(names)) {
    const longest = Math.max(name.length, wanted.length, 1);
    const score = 1 - distance(wanted.toLowerCase(), name.toLowerCase()) / longest;
    if (score >= bestScore && (best === undefined || score > bestScore)) {
      best = name;
      bestScore = score;
    }
  }
  return best;
}

/** Levenshtein's distance: insertions, deletions and replacements. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + change,
        ),
      );
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
