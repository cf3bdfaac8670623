import { useLanguage } from "#app/language.ts";
import type { Language } from "#base/language.ts";
import { en } from "./product-list.en.ts";
import { id } from "./product-list.id.ts";

const words = { id, en };

export function useListWords(): typeof id {
  return words[useLanguage()];
}

/** For titles, which are made outside of components. */
export function listWords(language: Language): typeof id {
  return words[language];
}
