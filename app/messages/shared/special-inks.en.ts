import type { id } from "./special-inks.id.ts";

const near = "Close to a normal screen. Neon colours and deep blues come out duller.";
const converted =
  "The printer converts the colours, so we promise no number for them. Order one sample first where the colour matters.";

export const en: typeof id = {
  title: (plates, area) => `${plates.join(" and ")}: ${area}`,
  plates: "What is shown",
  colours: "Colours",
  white: "White ink",
  cut: "Cut line",
  picture: (plates) => `Shown: ${plates.join(", ") || "the material alone"}`,
  whiteHint: "White ink is printed below the colours, 0.2 mm smaller.",
  cutHint: "The cut line is not printed.",
  failed: "White ink and cut lines could not be loaded.",
  retry: "Try again",
  problems: {
    cut_islands: "The cut line is more than one shape, so it cannot be cut.",
    cut_too_thin: "A part is too thin to be cut.",
  },
  promise: "Printed colours.",
  promises: {
    sublimation: near,
    dtf: near,
    dtg: near,
    uv: near,
    inkjet: near,
    screen: "Printed with the inks of our chart: the colour is that of the ink.",
    laser: converted,
    offset: converted,
    engraving: "An engraving has no ink: its colour is that of the material below the coat.",
  },
};
