import { useLanguage } from "#app/language.ts";
import { en } from "./buying.en.ts";
import { id } from "./buying.id.ts";

export const buyingWords = { id, en };

export function useBuyingWords(): typeof id {
  return buyingWords[useLanguage()];
}

/** The words for a code that the server answered with. */
export function wordsFor<Words extends Readonly<Record<string, string>>>(
  words: Words,
  code: string,
  fallback: keyof Words,
): string {
  return (Object.hasOwn(words, code) ? words[code] : undefined) ?? words[fallback] ?? "";
}
