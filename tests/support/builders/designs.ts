import type { DesignDocument } from "#shop/designs/document/document.ts";
import { type PrintSpec, readPrintSpec } from "#shop/designs/document/print-spec.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { type Drawing, drawDocument } from "#shop/designs/draw/draw-document.ts";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";

export const sampleArea = {
  id: "main",
  shape: "rect",
  x: 0,
  y: 0,
  w: 100,
  h: 80,
  bleed: 0,
  safe: 4,
  wrap: false,
  dpi: { target: 300, min: 150, floor: 100 },
  tools: ["text", "image", "shape", "clip"],
  fonts: "all",
  colours: "any",
  maxLayers: 100,
  minStroke: 0.2,
  minText: 2,
  underbase: "none",
  cut: "none",
  mirror: false,
};

/** A specification with one side `front` of one area `main`, before it is read. */
export const sampleSpec = (area: object = {}, spec: object = {}) => ({
  v: 1,
  process: "sublimation",
  policy: "self",
  minutes: 5,
  sides: [{ id: "front", name: { id: "Depan", en: "Front" }, areas: [{ ...sampleArea, ...area }] }],
  ...spec,
});

export const fontHashes = Object.fromEntries(fontCatalogue.map(({ id, sha256 }) => [id, sha256]));

/** A document of that side and area, before it is read. */
export const sampleDocument = (layers: readonly object[], members: object = {}) => ({
  v: 2,
  spec: "3f0c9a4e-5b1d-4c7e-9a63-2d8e7f1b6c05",
  fonts: fontHashes,
  assets: {},
  sides: [{ id: "front", areas: [{ id: "main", layers }] }],
  ...members,
});

export function specOf(input: unknown): PrintSpec {
  const read = readPrintSpec(input);
  if (!read.ok) throw new Error(`The specification is refused: ${JSON.stringify(read.problem)}`);
  return read.value;
}

export function documentOf(input: unknown): DesignDocument {
  const read = readDocument(input);
  if (!read.ok) throw new Error(`The document is refused: ${JSON.stringify(read.problem)}`);
  return read.value;
}

interface Sample {
  readonly layers: readonly object[];
  readonly area?: object;
  readonly spec?: object;
  readonly document?: object;
  readonly values?: Readonly<Record<string, string>>;
}

export async function drawSample(sample: Sample): Promise<Drawing> {
  return drawDocument({
    document: documentOf(sampleDocument(sample.layers, sample.document)),
    spec: specOf(sampleSpec(sample.area, sample.spec)),
    values: sample.values ?? {},
    fonts: await loadFonts(),
  });
}
