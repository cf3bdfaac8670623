import { useLanguage } from "#app/language.ts";
import { en } from "./delivery.en.ts";
import { id } from "./delivery.id.ts";

const words = { id, en };

export function useDeliveryWords(): typeof id {
  return words[useLanguage()];
}
