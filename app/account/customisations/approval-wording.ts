import type { Language } from "#base/language.ts";

/** The version of `page.tick` in the messages of customisations: a change of that sentence changes this. */
const version = "2026-11";

/** What is recorded of the sentence that a buyer ticks to approve a proof; the words in it are the proof's. */
export function approvalWording(language: Language): string {
  return `${version} ${language}`;
}
