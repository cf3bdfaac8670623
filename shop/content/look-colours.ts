import {
  type Colour,
  findWeakPairs,
  lightnessOf,
  luminance,
  type Tokens,
  type WeakPair,
  withLightness,
} from "#base/contrast.ts";

/** The tokens of app/styles/colours.css; a test compares them. */
export const builtInColours: Readonly<Record<"light" | "dark", Tokens>> = {
  light: {
    paper: "#f6f7f5",
    card: "#ffffff",
    ink: "#14183a",
    carbon: "#2b39a6",
    "on-carbon": "#ffffff",
    muted: "#565c78",
    rule: "#c9cddd",
    control: "#7c829e",
    pink: "#fbd7e2",
    "pink-ink": "#14183a",
    yellow: "#ffefa0",
    "yellow-ink": "#14183a",
    green: "#d5efdb",
    "green-ink": "#14183a",
    stamp: "#be1633",
    paid: "#0b6448",
  },
  dark: {
    paper: "#0c0f24",
    card: "#141836",
    ink: "#e7e9f8",
    carbon: "#a3aeff",
    "on-carbon": "#0c0f24",
    muted: "#a4aacb",
    rule: "#2d335c",
    control: "#6a7199",
    pink: "#52284a",
    "pink-ink": "#ffccdc",
    yellow: "#403915",
    "yellow-ink": "#f3dc66",
    green: "#133c31",
    "green-ink": "#8fe3bf",
    stamp: "#ff7c8b",
    paid: "#6fd6a8",
  },
};

/** The least luminance of a ground, so that status colours and grey text can be read on it. */
const leastGround = 0.75;
const step = 0.02;

export interface LookColours {
  readonly accent: Colour;
  readonly ground: Colour;
}

/** A colour that cannot be used, and the nearest one of the same hue that can. */
export interface WeakColour {
  readonly field: "accent" | "ground";
  /** Undefined for a ground that is too dark. */
  readonly pair: WeakPair | undefined;
  readonly suggestion: Colour;
}

/** The tokens that a look sets in both modes. Status colours are not among them, because they identify states. */
export function lookTokens({ accent, ground }: LookColours): Record<"light" | "dark", Tokens> {
  const { light, dark } = builtInColours;
  return {
    light: {
      paper: ground,
      carbon: accent,
      "on-carbon": light["on-carbon"] ?? "#ffffff",
      control: controlOn(ground),
    },
    dark: darkAccent(accent, dark),
  };
}

/** Why colours cannot be used; undefined when every pair of both modes can be read. */
export function findWeakColour(colours: LookColours): WeakColour | undefined {
  const { accent, ground } = colours;
  if (luminance(ground) < leastGround) {
    const suggestion = nearest(ground, step / 4, (one) => luminance(one) >= leastGround);
    return { field: "ground", pair: undefined, suggestion };
  }
  // The dark accent is derived, so that it always passes.
  const { light } = lookTokens(colours);
  const pairsOf = (carbon: Colour) =>
    findWeakPairs({ ...builtInColours.light, ...light, carbon }, false);
  const [pair] = pairsOf(accent);
  if (!pair) return undefined;
  const suggestion = nearest(accent, -step / 2, (one) => pairsOf(one).length === 0);
  return { field: "accent", pair, suggestion };
}

/** The accent of the dark mode: the first lightness, from that of the accent upwards, at which every pair passes. */
function darkAccent(accent: Colour, dark: Tokens): Tokens {
  const tokensOf = (carbon: Colour): Tokens => ({
    carbon,
    "on-carbon": dark["on-carbon"] ?? "#000000",
  });
  const isReadable = (carbon: Colour) =>
    findWeakPairs({ ...dark, ...tokensOf(carbon) }, true).length === 0;
  return tokensOf(nearest(accent, step, isReadable));
}

/** The border of controls: darker where the ground needs it for contrast. */
function controlOn(ground: Colour): Colour {
  const control = builtInColours.light.control ?? "#000000";
  const isSeen = (one: Colour) =>
    findWeakPairs({ ...builtInColours.light, paper: ground, control: one }, false).every(
      ({ front }) => front !== "control",
    );
  return nearest(control, -step, isSeen);
}

/** The first colour of the same hue that fits, in steps of `by` lightness; else white, or black for a negative step. */
function nearest(colour: Colour, by: number, fits: (colour: Colour) => boolean): Colour {
  if (fits(colour)) return colour;
  for (let at = lightnessOf(colour) + by; at > 0 && at < 1; at += by) {
    const next = withLightness(colour, at);
    if (fits(next)) return next;
  }
  return by > 0 ? "#ffffff" : "#000000";
}
