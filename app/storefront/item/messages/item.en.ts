import { counted } from "#base/plural.ts";
import type { id } from "./item.id.ts";

export const en: typeof id = {
  sku: "Item no.",
  choose: (option) => `Choose ${option.toLowerCase()}`,
  soldOutValue: "sold out",
  missingValue: "not made with the other chosen values",
  replaced: (values) => `That combination is not made. The selection is now ${values}.`,
  quantity: "Quantity",
  limits: (min, max) =>
    min === 1
      ? `At most ${counted(max ?? 1, "piece", "pieces")} per order.`
      : max === null
        ? `At least ${min} pieces per order.`
        : `From ${min} to ${max} pieces per order.`,
  print: "Print",
  plain: "Without a print",
  printed: "With a print",
  add: "Add to cart",
  addShort: "+ Cart",
  buyNow: "Buy now",
  buyShort: "Buy",
  notifyMe: "Tell me when it is back",
  soldOutText: "This choice is sold out. Others are still here.",
  allGoneText: "Every choice is sold out. See what is like it below.",
  needsScript: "The cart needs JavaScript. If you cannot switch it on, ask on the Contact page.",
  returns: "Faulty, damaged or the wrong thing? Report it on the order's page.",
  returnsPersonal:
    "Made for you, so it cannot be returned for a change of mind. If it is misprinted, damaged or unlike the design you ordered or approved, we print it again or return your money.",
  returnsLink: "Return rules",
  ask: "Ask on WhatsApp",
  askText: (name, sku) => `Hello, I have a question about ${name} (${sku}).`,
  description: "About this product",
  related: "Goes well with this",
  preview: {
    text: "A preview of what is saved. Only the shop's staff see this page, and it cannot be bought from yet.",
    back: "Back to the product",
  },
  gallery: {
    label: "Product pictures",
    picture: (index, count) => `Picture ${index} of ${count}`,
    zoom: "Enlarge picture",
    larger: "Zoom in",
    smaller: "Zoom out",
    previous: "Previous picture",
    next: "Next picture",
    none: "Photos will follow",
  },
  added: {
    title: "In your cart",
    subtotal: "Subtotal",
    checkout: "Checkout",
    toCart: (pieces) => `View cart (${counted(pieces, "item", "items")})`,
    keepShopping: "Keep shopping",
    full: "The cart is full: 50 different products at most.",
  },
};
