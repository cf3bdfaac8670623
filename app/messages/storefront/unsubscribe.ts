import { useLanguage } from "#app/language.ts";
import { en } from "./unsubscribe.en.ts";
import { id } from "./unsubscribe.id.ts";

export const unsubscribeWords = { id, en };

export function useUnsubscribeWords(): typeof id {
  return unsubscribeWords[useLanguage()];
}
