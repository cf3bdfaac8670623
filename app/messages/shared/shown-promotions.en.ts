import type { id } from "./shown-promotions.id.ts";

export const en: typeof id = {
  title: "Promos for you",
  loading: "Loading promos",
  none: "There is no promo right now.",
  failed: "Promos could not be loaded. Check your connection, then try again.",
  retry: "Try again",
  use: "Use",
  withCode: (code) => `Use the code ${code}`,
  used: "In use",
  fits: "It works for this cart.",
  saves: (amount) => `Saves ${amount} on this cart.`,
  missing: (problem) => `This code ${problem}`,
};
