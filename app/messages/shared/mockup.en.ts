import type { id } from "./mockup.id.ts";

export const en: typeof id = {
  caption: "Illustration",
  illustration: (printed) => (printed ? `Illustration: ${printed}` : "Illustration of the design"),
};
