import { useLanguage } from "#app/language.ts";
import { en } from "./dev.en.ts";
import { id } from "./dev.id.ts";

export const devWords = { id, en };

export function useDevWords(): typeof id {
  return devWords[useLanguage()];
}
