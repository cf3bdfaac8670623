/** Indonesian first, English second. */
export const languages = ["id", "en"] as const;
export type Language = (typeof languages)[number];

/** A text in both languages, stored as jsonb. */
export type LocalText = Record<Language, string>;

/** A text in a language; Indonesian stands in for a missing translation. */
export function inLanguage(text: LocalText, language: Language): string {
  return text[language] || text.id;
}

export function isLanguage(value: unknown): value is Language {
  return value === "id" || value === "en";
}

/** English pages live below `/en`; everything else is Indonesian. */
export function languageOfPath(pathname: string): Language {
  return pathname === "/en" || pathname.startsWith("/en/") ? "en" : "id";
}

/** The same page's address in a language. `path` is the Indonesian address, e.g. `/Shop?q=mug`. */
export function localPath(language: Language, path: string): string {
  if (language === "id") return path;
  return path === "/" ? "/en" : `/en${path}`;
}

/** The Indonesian address of a page: `/en/Shop` gives `/Shop`. */
export function plainPath(pathname: string): string {
  if (languageOfPath(pathname) === "id") return pathname;
  return pathname.slice(3) || "/";
}
