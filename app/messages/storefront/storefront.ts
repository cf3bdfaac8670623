import { useLanguage } from "#app/language.ts";
import { en } from "./storefront.en.ts";
import { id } from "./storefront.id.ts";

const words = { id, en };

export function useShopWords(): typeof id {
  return words[useLanguage()];
}
