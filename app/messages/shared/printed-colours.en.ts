import type { id } from "./printed-colours.id.ts";

export const en: typeof id = {
  title: (profile) => `Colours as printed (${profile})`,
  area: (name) => `${name} as printed`,
  loading: "Loading the printed colours…",
  failed: "The printed colours did not load.",
  retry: "Try again",
  colours: "Colours of the design and as printed",
  same: (hex) => `${hex}: printed as on the screen`,
  shifted: (hex, printed) => `${hex}: beyond what the printer reaches, printed as ${printed}`,
  promise: (profile) =>
    `Printed by the profile ${profile}: colours that the printer cannot reach shift as the picture of the printed colours shows.`,
};
