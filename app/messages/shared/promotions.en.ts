import { counted } from "#base/plural.ts";
import type { id } from "./promotions.id.ts";

export const en: typeof id = {
  gift: "Gift",
  free: "Free",
  problems: {
    promo_not_found: "is unknown. Check the spelling.",
    promo_inactive: "is not valid at the moment.",
    promo_too_many_tries: (minutes) =>
      `was not checked, because too many codes were wrong. Try again in ${counted(minutes, "minute", "minutes")}.`,
    promo_not_started: (from) => `is valid from ${from}.`,
    promo_expired: (until) => `ended on ${until}.`,
    promo_limit_reached: "has been used up.",
    promo_budget_spent: "has been used up.",
    promo_already_used: "was already used by you.",
    promo_min_subtotal: (missing) => `works once you add ${missing}.`,
    promo_min_quantity: (missing) =>
      `works once you add ${counted(missing, "more item", "more items")}.`,
    promo_no_eligible_items: "does not fit what is in this cart.",
    promo_not_combinable: (other) => `cannot be combined with ${other}. Remove one of them.`,
    promo_not_better: (other) => `is not needed: ${other} takes more off.`,
    promo_region: (regions) => `is only for delivery to ${regions}.`,
    promo_payment_method: "is only for some payment methods. Choose another one at checkout.",
    promo_paid_by: (names) => `works when you pay by ${names}.`,
    promo_first_order_only: "is only for the first order.",
    promo_gift_out_of_stock: "cannot be used: its gift is sold out.",
    promo_not_for_you: "is only for some customers.",
    promo_sign_in: "is only for some customers. Sign in to use it.",
    other: "cannot be used yet.",
  },
};
