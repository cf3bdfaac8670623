import { useLanguage } from "#app/language.ts";
import { en } from "./item.en.ts";
import { id } from "./item.id.ts";

const words = { id, en };

export function useItemWords(): typeof id {
  return words[useLanguage()];
}
