import { counted, plural } from "#base/plural.ts";
import type { id } from "./restore-cart.id.ts";

export const en: typeof id = {
  title: "Open your cart again",
  text: (pieces) =>
    `There ${plural(pieces, "is", "are")} ${counted(pieces, "item", "items")} in the cart you left. The cart moves to this device.`,
  open: "Open the cart",
  gone: "This cart is gone",
  goneText: "It was opened on another device, ordered, or left for too long.",
  shop: "Start shopping",
};
