import { useLanguage } from "#app/language.ts";
import type { Language } from "#base/language.ts";
import { en } from "./cart.en.ts";
import { id } from "./cart.id.ts";

const words = { id, en };

export function useCartWords(): typeof id {
  return words[useLanguage()];
}

/** For titles, which are made outside of components. */
export function cartWords(language: Language): typeof id {
  return words[language];
}
