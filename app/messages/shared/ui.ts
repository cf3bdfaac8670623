import { useLanguage } from "#app/language.ts";
import { en } from "./ui.en.ts";
import { id } from "./ui.id.ts";

const words = { id, en };

export function useWords(): typeof id {
  return words[useLanguage()];
}
