import { useLanguage } from "#app/language.ts";
import { en } from "./legal.en.ts";
import { id } from "./legal.id.ts";

export const termsWords = { id, en };

export function useTermsWords(): typeof id {
  return termsWords[useLanguage()];
}
