import { useLanguage } from "#app/language.ts";
import { en } from "./payment-work.en.ts";
import { id } from "./payment-work.id.ts";

export const paymentWorkWords = { id, en };

export function usePaymentWorkWords(): typeof id {
  return paymentWorkWords[useLanguage()];
}
