import { useLanguage } from "#app/language.ts";
import { en } from "./returns.en.ts";
import { id } from "./returns.id.ts";

export const returnWords = { id, en };

export function useReturnWords(): typeof id {
  return returnWords[useLanguage()];
}
