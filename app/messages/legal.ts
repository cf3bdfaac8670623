import { useLanguage } from "#app/language.ts";
import { en } from "./legal.en.ts";
import { id } from "./legal.id.ts";

export const legalWords = { id, en };

export function useLegalWords(): typeof id {
  return legalWords[useLanguage()];
}
