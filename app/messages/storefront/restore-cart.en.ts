import type { id } from "./restore-cart.id.ts";

export const en: typeof id = {
  title: "Open your cart again",
  text: (pieces) =>
    pieces === 1
      ? "There is one item in the cart you left. The cart moves to this device."
      : `There are ${pieces} items in the cart you left. The cart moves to this device.`,
  open: "Open the cart",
  gone: "This cart is gone",
  goneText: "It was opened on another device, ordered, or left for too long.",
  shop: "Start shopping",
};
