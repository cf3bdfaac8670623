import { useLanguage } from "#app/language.ts";
import { en } from "./promotions.en.ts";
import { id } from "./promotions.id.ts";

const words = { id, en };

export function usePromotionWords(): typeof id {
  return words[useLanguage()];
}
