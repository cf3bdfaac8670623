import { useLanguage } from "#app/language.ts";
import type { Language } from "#base/language.ts";
import { en } from "./security.en.ts";
import { id } from "./security.id.ts";

const words = { id, en };

export function useSecurityWords(): typeof id {
  return words[useLanguage()];
}

/** For titles, which are made outside of components. */
export function securityWords(language: Language): typeof id {
  return words[language];
}
