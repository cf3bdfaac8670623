import { useLanguage } from "#app/language.ts";
import { en } from "./contact.en.ts";
import { id } from "./contact.id.ts";

export const contactWords = { id, en };

export function useContactWords(): typeof id {
  return contactWords[useLanguage()];
}
