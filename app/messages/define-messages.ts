import { useLanguage } from "#app/language.ts";
import type { Language } from "#base/language.ts";

/**
 * A part of the catalogue of messages, in Indonesian and English: one file each, `name.id.ts` and `name.en.ts`, of which
 * the browser gets one (docs/why/screens.md).
 * @returns `use`, a hook that gives a component the words of the page's language, and `of` for places outside of components
 */
export function defineMessages<Words>(id: Words, en: Words) {
  const words = { id, en };
  return {
    use: (): Words => words[useLanguage()],
    of: (language: Language): Words => words[language],
  };
}
