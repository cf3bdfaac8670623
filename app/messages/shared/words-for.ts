/** The words for a code that the server answered with. */
export function wordsFor<Words extends Readonly<Record<string, string>>>(
  words: Words,
  code: string,
  fallback: keyof Words,
): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? words[fallback] ?? "";
}
