import { useLanguage } from "#app/language.ts";
import { en } from "./orders.en.ts";
import { id } from "./orders.id.ts";

export const orderWords = { id, en };

export function useOrderWords(): typeof id {
  return orderWords[useLanguage()];
}
