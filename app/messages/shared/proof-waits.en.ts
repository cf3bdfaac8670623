import type { id } from "./proof-waits.id.ts";

export const en: typeof id = {
  stage: "Needs your approval",
  title: "A proof is waiting for you",
  text: "We print once you approve it.",
  ofOrder: (number) => `Order ${number}: we print once you approve it.`,
  open: "Check the proof",
};
