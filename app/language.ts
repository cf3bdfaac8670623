import { createContext, useCallback, useContext } from "react";
import { type Language, languageOfPath, localPath } from "#base/language.ts";

/** The language being read; the root layout takes it from the address. */
export const LanguageContext = createContext<Language>("id");

/** Addresses are matched without regard to case, so `/EN/shop` is English too. */
export function languageOf(pathname: string): Language {
  return languageOfPath(pathname.toLowerCase());
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** Gives the address of a page in the language being read: `to("/Shop")`. */
export function useLocalPath(): (path: string) => string {
  const language = useLanguage();
  // The same function at each render: effects depend on it.
  return useCallback((path) => localPath(language, path), [language]);
}
