export { wordsFor } from "./words-for.ts";

import { useLanguage } from "#app/language.ts";
import { en } from "./buying.en.ts";
import { id } from "./buying.id.ts";

export const buyingWords = { id, en };

export function useBuyingWords(): typeof id {
  return buyingWords[useLanguage()];
}
