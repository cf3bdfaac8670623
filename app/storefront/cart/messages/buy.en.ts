import { counted } from "#base/plural.ts";
import type { id } from "./buy.id.ts";

export const en: typeof id = {
  title: "Add to your cart",
  lead: "Check the items of this link. Your cart changes only when you press a button.",
  pieces: (count) => counted(count, "piece", "pieces"),
  fewer: (offered, asked) => `Only ${offered} of ${asked} available.`,
  sum: "Total price of items",
  later: "Delivery and discounts are calculated in the cart.",
  code: (code) => `Promo code ${code} is added too.`,
  add: "Add to cart",
  others: "Your cart already has other items.",
  addToOthers: "Add these items",
  replace: "Replace the cart",
  already: "These items are in your cart already.",
  open: "Open cart",
  refused: "Not available from this link",
  reasons: {
    unknown: () => "not found",
    sold_out: () => "sold out",
    needs_design: () => "needs a design first",
    too_few: (min) => `at least ${counted(min, "piece", "pieces")} per order`,
  },
  none: "The items of this link are not available",
  noneText: "The link has a typing error, or the items are sold out or no longer sold.",
  shop: "See all products",
};
