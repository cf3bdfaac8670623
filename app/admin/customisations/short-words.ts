/** Words of a heading or a card; the page has all of them. */
const maxWords = 4;

/** The first printed words in one line, each once; empty without any. */
export function shortWords(words: readonly string[]): string {
  const different = [...new Set(words)];
  const isCut = different.length > maxWords;
  return [...different.slice(0, maxWords), ...(isCut ? ["…"] : [])].join(" · ");
}
