import { useLanguage } from "#app/language.ts";
import { en } from "./outcome.en.ts";
import { id } from "./outcome.id.ts";

export const outcomeWords = { id, en };

/** What became of an order, on the page after the checkout. */
export function useOutcomeWords(): typeof id {
  return outcomeWords[useLanguage()];
}
