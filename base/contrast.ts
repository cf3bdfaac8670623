/** `#rrggbb`, lower case. */
export type Colour = string;

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** Luminance by colour: a search for a readable colour compares it with the same few colours in each step. */
const known = new Map<Colour, number>();
const maxKnown = 500;

/** Relative luminance of WCAG 2. */
export function luminance(colour: Colour): number {
  const found = known.get(colour);
  if (found !== undefined) return found;
  const [red = 0, green = 0, blue = 0] = linear(colour);
  const value = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  if (known.size >= maxKnown) known.clear();
  known.set(colour, value);
  return value;
}

/** Contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Custom properties of app/styles/colours.css by name, without the dashes. */
export type Tokens = Readonly<Record<string, Colour>>;

/** Two tokens with too little contrast. */
export interface WeakPair {
  readonly front: string;
  readonly ground: string;
  readonly ratio: number;
}

/**
 * The pairs of tokens below WCAG 2 AA: 4.5 for text, 3 for borders of controls. Accessibility tools cannot check text
 * on a sheet, because a pseudo-element draws its background.
 */
export function findWeakPairs(tokens: Tokens, isDark: boolean): readonly WeakPair[] {
  const pairs: [front: string, ground: string, least: number][] = [
    ["on-carbon", "carbon", 4.5],
    // A pressed or hovered button.
    ["on-carbon", "ink", 4.5],
    ["control", "paper", 3],
    ["control", "card", 3],
  ];
  for (const ground of ["paper", "card", "yellow", "pink", "green"]) {
    const ink = tokens[`${ground}-ink`] ? `${ground}-ink` : "ink";
    for (const front of ["muted", "stamp", "carbon", "paid", ink]) pairs.push([front, ground, 4.5]);
  }
  // In dark mode these colours are titles on a card.
  for (const copy of isDark ? ["yellow", "pink", "green"] : []) {
    pairs.push([`${copy}-ink`, "card", 4.5]);
  }
  return pairs.flatMap(([front, ground, least]) => {
    const ratio = contrast(tokens[front] ?? "#000000", tokens[ground] ?? "#000000");
    return ratio < least ? [{ front, ground, ratio }] : [];
  });
}

/** The lightness of OKLCH, 0 to 1. */
export function lightnessOf(colour: Colour): number {
  return oklabOf(colour)[0];
}

/** The same hue with another lightness of OKLCH. The chroma shrinks until the colour is in sRGB. */
export function withLightness(colour: Colour, lightness: number): Colour {
  const [, a, b] = oklabOf(colour);
  const withChroma = (share: number) => linearOf([lightness, a * share, b * share]);
  const isShown = (rgb: Triple) => rgb.every((part) => part >= -0.0001 && part <= 1.0001);
  if (isShown(withChroma(1))) return hex(withChroma(1));
  let [least, most] = [0, 1];
  for (let n = 0; n < 8; n++) {
    const middle = (least + most) / 2;
    if (isShown(withChroma(middle))) least = middle;
    else most = middle;
  }
  return hex(withChroma(least));
}

type Triple = readonly [number, number, number];

function linear(colour: Colour): number[] {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

/* https://bottosson.github.io/posts/oklab/ */
function oklabOf(colour: Colour): Triple {
  const [r = 0, g = 0, b = 0] = linear(colour);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linearOf([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function hex(rgb: Triple): Colour {
  const parts = rgb.map((part) => {
    const held = Math.min(1, Math.max(0, part));
    const encoded = held <= 0.0031308 ? held * 12.92 : 1.055 * held ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
