import { t } from "../catalogue/build.ts";
import type { Text } from "../catalogue/types.ts";

/*
 * What the demo shop's personalised goods have in common. The shapes are in shop/designs/document/print-spec.ts and document.ts, which
 * the seed cannot import; shop/designs/personalise.server.test.ts draws each template.
 */

/** A product that is printed with a buyer's words. */
export interface PrintedGoods {
  readonly slug: string;
  readonly specs: readonly PrintedSpec[];
  readonly templates: readonly PrintedTemplate[];
  /** Whole rupiah that the cheapest template adds to the price of one piece, see refresh-print-price.server.ts. */
  readonly printAmount: number;
}

export interface PrintedSpec {
  readonly id: string;
  /** Options of the variants that it prints; all without it. */
  readonly variants?: Readonly<Record<string, string>>;
  readonly spec: object;
}

export interface PrintedTemplate {
  readonly code: string;
  readonly name: Text;
  readonly document: object;
}

/** SHA-256 of the files of fonts, as in shop/designs/fonts/files.ts. */
const fontHashes = {
  "bricolage-grotesque-700": "ccca2019dbc7370e3872be113dd58a6b31b3f003320a23ec5e876132e755e829",
  "bebas-neue-400": "9856ee0f503e52a9df2c36dad635432b58b17e3ed88664ef0f20507240c6da27",
  "caveat-700": "06426e5aaafb3b904687a250bd337cc7db00004be6eab125d944e9a3179359d6",
  "anton-400": "7d218e1e5a1fb83a269f486385ac82cb15f586cbe9c97d7010bbbe1523869efd",
  "bodoni-moda-700": "b528418dd3d172e886ef79e19524622f37fa762285f94f8ac6967b215b5511b1",
  "martian-mono-500": "ccbed26b09f68692f0531e62026fe8666394d44d39ad51b06973a35c50222ccd",
} as const;
export type FontId = keyof typeof fontHashes;

export const fontsOf = (...ids: readonly FontId[]) =>
  Object.fromEntries(ids.map((id) => [id, fontHashes[id]]));

/** The shop's inks, as its pictures have them. */
export const inks = {
  ink: "#14183a",
  stamp: "#be1633",
  carbon: "#2b39a6",
  grey: "#565c78",
  rule: "#a9aec8",
  cream: "#f0e2bf",
};

/** An area with what most goods have. */
export const areaOf = (own: object) => ({
  shape: "rect",
  x: 0,
  y: 0,
  bleed: 0,
  safe: 4,
  wrap: false,
  mirror: false,
  dpi: { target: 300, min: 150, floor: 100 },
  tools: ["text", "image", "shape", "clip"],
  fonts: "all",
  colours: "any",
  maxLayers: 60,
  minStroke: 0.25,
  minText: 2,
  underbase: "none",
  cut: "none",
  ...own,
});

export const ownPicture = (amount: number) => ({
  kind: "picture",
  label: t("Gambar sendiri", "Own picture"),
  amount,
});

/** The outline of a rectangle with round corners, its upper left corner at (x, y). */
export function roundedPath(x: number, y: number, w: number, h: number, radius: number): string {
  const k = radius * (1 - 0.5523);
  const at = (...numbers: number[]) => numbers.map((number) => +number.toFixed(3)).join(" ");
  return [
    `M${at(x + radius, y)}L${at(x + w - radius, y)}`,
    `C${at(x + w - k, y, x + w, y + k, x + w, y + radius)}L${at(x + w, y + h - radius)}`,
    `C${at(x + w, y + h - k, x + w - k, y + h, x + w - radius, y + h)}L${at(x + radius, y + h)}`,
    `C${at(x + k, y + h, x, y + h - k, x, y + h - radius)}L${at(x, y + radius)}`,
    `C${at(x, y + k, x + k, y, x + radius, y)}Z`,
  ].join("");
}

export interface Box {
  /** Of the middle, in millimetres. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Words extends Box {
  readonly id: string;
  readonly text: string;
  readonly font: FontId;
  readonly size: number;
  readonly colour: string;
  /** On goods of a colour, by that colour. */
  readonly inks?: Readonly<Record<string, string>>;
  readonly field?: string;
  readonly min?: number;
  readonly align?: "start" | "centre" | "end";
  readonly tracking?: number;
}

export const words = (layer: Words) => ({ kind: "text", fit: "shrink", ...layer });

export const bar = (id: string, { x, y, w, h }: Box, colour: string) => ({
  id,
  kind: "shape",
  shape: "rect",
  x,
  y,
  w,
  h,
  fill: colour,
});

export const line = (id: string, box: Omit<Box, "h">, width: number, colour: string) => ({
  id,
  kind: "shape",
  shape: "line",
  ...box,
  h: width,
  stroke: { colour, width },
});

export interface Field {
  readonly id: string;
  readonly label: Text;
  readonly max: number;
  readonly rule: "name" | "number" | "date" | "free" | "photo";
  readonly required: boolean;
  /** Each piece of a roster has its own. */
  readonly each?: boolean;
}

export const field = (id: string, label: Text, max: number, own: Partial<Field> = {}): Field => ({
  id,
  label,
  max,
  rule: "name",
  required: true,
  ...own,
});

/** A document of one side with one area. */
export const documentOf = (
  spec: string,
  place: readonly [side: string, area: string],
  fonts: readonly FontId[],
  fields: readonly Field[],
  layers: readonly object[],
) => ({
  v: 2,
  spec,
  fonts: fontsOf(...fonts),
  assets: {},
  fields,
  sides: [{ id: place[0], areas: [{ id: place[1], layers }] }],
});
