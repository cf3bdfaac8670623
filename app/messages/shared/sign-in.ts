import { useLanguage } from "#app/language.ts";
import type { Language } from "#base/language.ts";
import { en } from "./sign-in.en.ts";
import { id } from "./sign-in.id.ts";

const words = { id, en };

export function useSignInWords(): typeof id {
  return words[useLanguage()];
}

/** For titles, which are made outside of components. */
export function signInWords(language: Language): typeof id {
  return words[language];
}
