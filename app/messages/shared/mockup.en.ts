import type { id } from "./mockup.id.ts";

export const en: typeof id = {
  caption: "Illustration",
  side: (design, side) =>
    side ? `Illustration of design ${design}, side ${side}` : `Illustration of design ${design}`,
  illustration: (printed) => (printed ? `Illustration: ${printed}` : "Illustration of the design"),
};
