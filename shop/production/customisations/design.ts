import * as v from "valibot";

/*
 * A design on a product, in millimetres of the printed area, so that one document serves the screen and the print at
 * true size. The origin is the area's upper left corner.
 */

const millimetres = v.pipe(v.number(), v.finite(), v.minValue(-2_000), v.maxValue(2_000));
const length = v.pipe(v.number(), v.finite(), v.minValue(0.1), v.maxValue(2_000));
const colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i));
/** Clockwise, in degrees. */
const rotation = v.optional(v.pipe(v.number(), v.finite(), v.minValue(-360), v.maxValue(360)), 0);

export const designFonts = ["sans", "display", "mono"] as const;
export type DesignFont = (typeof designFonts)[number];

const textElement = v.object({
  kind: v.literal("text"),
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** The middle of the text on its baseline. */
  x: millimetres,
  y: millimetres,
  /** Height of the letters' em. */
  size: length,
  font: v.picklist(designFonts),
  colour,
  rotation,
});
const shapeElement = v.object({
  kind: v.literal("shape"),
  shape: v.picklist(["rectangle", "ellipse"]),
  x: millimetres,
  y: millimetres,
  width: length,
  height: length,
  colour,
  rotation,
});
const side = v.object({
  /** An id of the product's, e.g. `front`. */
  id: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,29}$/)),
  width: length,
  height: length,
  /** Colour of the printed material. */
  ground: colour,
  elements: v.pipe(v.array(v.variant("kind", [textElement, shapeElement])), v.maxLength(100)),
});

export const designSchema = v.object({
  version: v.literal(1),
  sides: v.pipe(v.array(side), v.minLength(1), v.maxLength(6)),
});

export type Design = v.InferOutput<typeof designSchema>;
export type DesignSide = Design["sides"][number];
export type DesignElement = DesignSide["elements"][number];

/** A document of an unknown version or an invalid one cannot be shown: null. */
export function readDesign(document: unknown): Design | null {
  const read = v.safeParse(designSchema, document);
  return read.success ? read.output : null;
}
