import { useLanguage } from "#app/language.ts";
import { en } from "./faq.en.ts";
import { id } from "./faq.id.ts";

export const faqWords = { id, en };

export function useFaqWords(): typeof id {
  return faqWords[useLanguage()];
}
