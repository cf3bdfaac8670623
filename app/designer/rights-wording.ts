import type { Language } from "#base/language.ts";

/** The version of `tick` in the messages picture-rights: a change of that sentence changes this. */
const version = "2026-11";

/** What is recorded of the sentence that a buyer ticks about the pictures of a design. */
export function rightsWording(language: Language): string {
  return `${version} ${language}`;
}
