import type { id } from "./promo-codes.id.ts";

export const en: typeof id = {
  open: "Have a promo code?",
  list: "Promos for you",
  label: "Promo code",
  apply: "Use code",
  remove: (code) => `Remove code ${code}`,
};
