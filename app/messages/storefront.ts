import { useLanguage } from "#app/language.ts";
import type { Language } from "#base/language.ts";
import { en } from "./storefront.en.ts";
import { id } from "./storefront.id.ts";

const words = { id, en };

export function useShopWords(): typeof id {
  return words[useLanguage()];
}

/** For titles, which are made outside of components. */
export function shopWords(language: Language): typeof id {
  return words[language];
}
