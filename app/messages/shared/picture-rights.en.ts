import type { id } from "./picture-rights.id.ts";

export const en: typeof id = {
  tick: "I may use these pictures, and the people in them agree.",
  blurred: (dpi: number) => `Print it although the picture will look blurred (${dpi} dpi).`,
};
