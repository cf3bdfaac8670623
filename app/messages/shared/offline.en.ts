import type { id } from "./offline.id.ts";

export const en: typeof id = {
  mark: "offline",
  title: "No connection",
  text: "This page needs the internet. Your cart is safe on this device.",
  retry: "Try again",
  cart: "In your cart",
  waiting: "The page loads again by itself as soon as you are back online.",
};
