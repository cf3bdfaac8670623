import { useLanguage } from "#app/language.ts";
import { en } from "./terms.en.ts";
import { id } from "./terms.id.ts";

export const termsWords = { id, en };

export function useTermsWords(): typeof id {
  return termsWords[useLanguage()];
}
