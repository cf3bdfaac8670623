import { useLocation } from "react-router";
import { type Language, languageOfPath, localPath } from "#base/language.ts";

/** Addresses are matched without regard to case, so `/EN/shop` is English too. */
export function languageOf(pathname: string): Language {
  return languageOfPath(pathname.toLowerCase());
}

export function useLanguage(): Language {
  return languageOf(useLocation().pathname);
}

/** Gives the address of a page in the language being read: `to("/Shop")`. */
export function useLocalPath(): (path: string) => string {
  const language = useLanguage();
  return (path) => localPath(language, path);
}
