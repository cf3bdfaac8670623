import { useLanguage } from "#app/language.ts";
import { en } from "./payment.en.ts";
import { id } from "./payment.id.ts";

export const paymentWords = { id, en };

export function usePaymentWords(): typeof id {
  return paymentWords[useLanguage()];
}
