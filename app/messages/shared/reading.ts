import type { Language } from "#base/language.ts";
import { en } from "./reading.en.ts";
import { id, type ReadingName, type ReadingPage } from "./reading.id.ts";

export type { ReadingName } from "./reading.id.ts";

const words = { id, en };

export function readingPage(name: ReadingName, language: Language): ReadingPage {
  return words[language][name];
}
