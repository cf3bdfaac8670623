import { useLanguage } from "#app/language.ts";
import type { Language } from "#base/language.ts";
import { en } from "./home.en.ts";
import { id } from "./home.id.ts";

const words = { id, en };

export function useHomeWords(): typeof id {
  return words[useLanguage()];
}

/** For titles, which are made outside of components. */
export function homeWords(language: Language): typeof id {
  return words[language];
}
