import type { id } from "./quantity-limit.id.ts";

export const en: typeof id = {
  max: (pieces) => `At most ${pieces}.`,
  more: "Need more?",
  ask: "WhatsApp us.",
  text: "Hello, I would like to place a large order.",
};
