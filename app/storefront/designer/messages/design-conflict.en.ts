import type { id } from "./design-conflict.id.ts";

export const en: typeof id = {
  title: "This design was also changed elsewhere",
  text: "Choose the one to keep. Keeping both deletes nothing.",
  mine: "This one",
  theirs: "The saved one",
  useMine: "Keep this one",
  useTheirs: "Keep the saved one",
  both: "Keep both",
};
