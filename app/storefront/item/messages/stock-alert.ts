import { useLanguage } from "#app/language.ts";
import { en } from "./stock-alert.en.ts";
import { id } from "./stock-alert.id.ts";

export function useStockAlertWords(): typeof id {
  return { id, en }[useLanguage()];
}
