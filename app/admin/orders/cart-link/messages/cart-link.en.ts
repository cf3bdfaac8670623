import { counted } from "#base/plural.ts";
import type { id } from "./cart-link.id.ts";

export const en: typeof id = {
  title: "Cart link",
  lead: "For chats: the buyer opens the link, sees the items at that day's prices, and adds them to the cart with one button.",
  none: "No items yet. Search for the first one above.",
  full: (most) => `A link holds at most ${counted(most, "item", "items")}.`,
  soldOut: "Sold out. The buyer cannot add this item to the cart.",
  code: "Promo code (optional)",
  codeHint: "The code is added to the buyer's cart. Its conditions are checked there.",
  toCheckout: "Go straight to checkout",
  link: "Link",
  copy: "Copy cart link",
  copied: "Copied",
  open: "See the page",
};
