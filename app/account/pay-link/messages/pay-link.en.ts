import type { id } from "./pay-link.id.ts";

export const en: typeof id = {
  title: (number) => `Pay for order ${number}`,
  unknown: "This link is not valid",
  unknownText: "Ask the shop for a new one.",
  tooMany: "Too many attempts. Try again in ten minutes.",
  home: "To the home page",
  goods: "Items",
  shipping: "Delivery",
  total: "Total",
  terms: (link) => `By paying you accept the ${link}.`,
  termsLink: "terms and conditions of the shop",
  paid: "This order is paid. Thank you.",
  arrived: "This order has arrived.",
  expired: "The time to pay is over. Contact the shop to order again.",
  canceled: "This order was cancelled.",
};
