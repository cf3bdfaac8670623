interface Printed {
  /** Those that all pieces bear, then those of each piece. */
  readonly words: readonly string[];
  /** Of a roster: the words of each piece, empty where it has none of its own; null where all pieces are alike. */
  readonly pieces: readonly string[] | null;
}

/** The words that all pieces bear. */
export function sharedWords({ words, pieces }: Printed): readonly string[] {
  return words.slice(0, words.length - (pieces ?? []).filter(Boolean).length);
}
