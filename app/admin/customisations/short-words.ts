/** Words of a heading or a card; the page has all of them. */
const maxWords = 4;

/** The first printed words in one line; empty without any. */
export function shortWords(words: readonly string[]): string {
  return [...words.slice(0, maxWords), ...(words.length > maxWords ? ["…"] : [])].join(" · ");
}
