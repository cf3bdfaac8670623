import { useLanguage } from "#app/language.ts";
import type { Language } from "#base/language.ts";
import { en } from "./account.en.ts";
import { id } from "./account.id.ts";

const words = { id, en };

export function useAccountWords(): typeof id {
  return words[useLanguage()];
}

/** For titles, which are made outside of components. */
export function accountWords(language: Language): typeof id {
  return words[language];
}
