import { useLanguage } from "#app/language.ts";
import { en } from "./customisation.en.ts";
import { id } from "./customisation.id.ts";

export const customisationWords = { id, en };

export function useCustomisationWords(): typeof id {
  return customisationWords[useLanguage()];
}
