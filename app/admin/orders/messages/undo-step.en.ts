import type { id } from "./undo-step.id.ts";

export const en: typeof id = {
  undo: "Undo",
  step: (step, time) => `${step}, ${time}.`,
  until: (time) => `A mistake? You can undo it until ${time}.`,
  mailed: "The buyer then gets a correction by email.",
};
