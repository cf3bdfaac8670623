import { useLanguage } from "#app/language.ts";
import { en } from "./enquiries.en.ts";
import { id } from "./enquiries.id.ts";

export const enquiryWords = { id, en };

export function useEnquiryWords(): typeof id {
  return enquiryWords[useLanguage()];
}
