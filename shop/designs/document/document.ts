import * as v from "valibot";
import { maxAreasOfASide, maxLayersOfASide, maxSides, maxTextLetters } from "./document-limits.ts";
import { rounded } from "./geometry.ts";

/*
 * Version 2 of the design document (docs/why/designs.md). Lengths are millimetres from the area's upper left trim corner;
 * `x` and `y` are the middle of a layer's box, angles are clockwise degrees. The children of a group sit in the group's
 * box as layers sit in the area. A document holds no body colour: that is the variant's.
 */

const maxFields = 20;
const maxGarmentColours = 60;

const id = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/));
const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const named = v.pipe(v.string(), v.minLength(1), v.maxLength(60));
const millimetres = (from: number, to: number) =>
  v.pipe(v.number(), v.finite(), v.minValue(from), v.maxValue(to), v.transform(rounded));
const place = millimetres(-4_000, 4_000);
const extent = millimetres(0.001, 2_000);
const share = (from: number, to: number) => millimetres(from, to);
const whole = (from: number, to: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to));
/** Turned into −180 < angle ≤ 180, two decimals. */
const angle = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(-36_000),
  v.maxValue(36_000),
  v.transform((degrees) => {
    const turn = Math.round((degrees - Math.ceil((degrees - 180) / 360) * 360) * 100) / 100;
    return (turn <= -180 ? turn + 360 : turn) + 0;
  }),
);
const colour = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-f]{6}$/i),
  v.transform((value) => value.toLowerCase()),
);
/** Of a template: the ink on goods of a colour, by that colour. */
const inks = v.optional(
  v.pipe(
    v.record(colour, colour),
    v.check((chosen) => Object.keys(chosen).length <= maxGarmentColours, "Too many colours"),
  ),
);
const stroke = v.strictObject({ colour, width: millimetres(0.01, 50) });

const common = {
  id,
  name: v.optional(named),
  x: place,
  y: place,
  w: extent,
  h: extent,
  angle: v.optional(angle, 0),
  flip: v.optional(v.picklist(["x", "y", "both"])),
  opacity: v.optional(share(0, 1), 1),
  locked: v.optional(v.boolean()),
  hidden: v.optional(v.boolean()),
};

const text = v.strictObject({
  ...common,
  kind: v.literal("text"),
  /** NFC. What is drawn, unless `field` has a value. Refusals of letters are in `text-problems.ts`. */
  text: v.pipe(
    v.string(),
    v.maxLength(maxTextLetters),
    v.transform((value) => value.normalize("NFC").replaceAll("\r\n", "\n")),
  ),
  /** Field whose value replaces the text. */
  field: v.optional(id),
  font: id,
  /** Height of the em. */
  size: millimetres(0.1, 2_000),
  align: v.optional(v.picklist(["start", "centre", "end"]), "centre"),
  /** Distance of baselines as a multiple of the size. */
  leading: v.optional(share(0.5, 4), 1.2),
  /** Extra distance between letters as a share of the size. */
  tracking: v.optional(share(-0.2, 2), 0),
  colour,
  inks,
  stroke: v.optional(stroke),
  fit: v.optional(v.picklist(["none", "shrink", "wrap"]), "none"),
  /** Smallest size that `shrink` and `wrap` may choose. */
  min: v.optional(millimetres(0.1, 2_000)),
  /** The baseline's radius: positive bends the ends down, negative bends them up. */
  arc: v.optional(v.strictObject({ radius: millimetres(-5_000, 5_000) })),
});

const mask = v.optional(v.picklist(["none", "ellipse", "round"]), "none");
/** `cover`: the photograph fills its frame and is cropped. `contain`: all of it is visible inside the frame. */
const fit = v.picklist(["cover", "contain"]);

const image = v.strictObject({
  ...common,
  kind: v.literal("image"),
  asset: hex,
  /** The visible part of the picture, as shares of its width and height. */
  crop: v.optional(
    v.pipe(
      v.strictObject({ x: share(0, 1), y: share(0, 1), w: share(0.001, 1), h: share(0.001, 1) }),
      v.check(({ x, w }) => x + w <= 1.000_5, "The crop leaves the picture"),
      v.check(({ y, h }) => y + h <= 1.000_5, "The crop leaves the picture"),
    ),
    { x: 0, y: 0, w: 1, h: 1 },
  ),
  mask,
  /** Radius of the corners where the mask is `round`. */
  corner: v.optional(millimetres(0, 1_000)),
  /** The photo slot that it fills, with the size of the slot's frame. */
  slot: v.optional(v.strictObject({ field: id, fit, w: extent, h: extent })),
});

/** A frame for a buyer's photograph. Nothing is printed of it before `fillSlot` makes a picture of it (docs/why/designs.md). */
const slot = v.strictObject({
  ...common,
  kind: v.literal("slot"),
  /** Field with the rule `photo`. */
  field: id,
  fit: v.optional(fit, "cover"),
  mask,
  corner: v.optional(millimetres(0, 1_000)),
});

const shape = v.pipe(
  v.strictObject({
    ...common,
    kind: v.literal("shape"),
    shape: v.picklist(["rect", "ellipse", "line", "star", "heart", "polygon"]),
    /** Radius of a rectangle's corners. */
    corner: v.optional(millimetres(0, 1_000)),
    /** Corners of a polygon, spikes of a star. */
    points: v.optional(whole(3, 48)),
    /** A star's inner radius as a share of its outer one. */
    inner: v.optional(share(0.05, 0.95)),
    fill: v.optional(colour),
    inks,
    stroke: v.optional(stroke),
  }),
  v.check(({ fill, stroke }) => fill !== undefined || stroke !== undefined, "No fill, no stroke"),
  v.check(({ shape, stroke }) => shape !== "line" || stroke !== undefined, "A line has a stroke"),
);

const clip = v.strictObject({
  ...common,
  kind: v.literal("clip"),
  clip: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,59}@[1-9][0-9]{0,5}$/)),
  colours: v.pipe(v.array(colour), v.maxLength(12)),
});

export type TextLayer = v.InferOutput<typeof text>;
export type ImageLayer = v.InferOutput<typeof image>;
export type SlotLayer = v.InferOutput<typeof slot>;
export type ShapeLayer = v.InferOutput<typeof shape>;
export type ClipLayer = v.InferOutput<typeof clip>;
export interface GroupLayer extends Omit<v.InferOutput<typeof groupHead>, "layers"> {
  layers: Layer[];
}
export type Layer = TextLayer | ImageLayer | SlotLayer | ShapeLayer | ClipLayer | GroupLayer;

const groupHead = v.strictObject({ ...common, kind: v.literal("group"), layers: v.unknown() });
const group: v.GenericSchema<unknown, GroupLayer> = v.strictObject({
  ...common,
  kind: v.literal("group"),
  layers: v.pipe(v.array(v.lazy(() => layer)), v.minLength(1), v.maxLength(maxLayersOfASide)),
});
const kinds: Readonly<Record<string, v.GenericSchema<unknown, Layer>>> = {
  text,
  image,
  slot,
  shape,
  clip,
  group,
};
const unknownKind = v.strictObject({ kind: v.picklist(Object.keys(kinds)) });
const layer: v.GenericSchema<unknown, Layer> = v.lazy((input) => {
  const kind = typeof input === "object" && input !== null && "kind" in input ? input.kind : "";
  const chosen = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return (chosen ?? unknownKind) as v.GenericSchema<unknown, Layer>;
});

const field = v.strictObject({
  id,
  label: v.strictObject({ id: named, en: named }),
  /** Letters; 1 for a photograph. */
  max: whole(1, maxTextLetters),
  /** `photo`: the value is the SHA-256 of an uploaded picture. */
  rule: v.picklist(["name", "number", "date", "free", "photo"]),
  required: v.boolean(),
  /** Of a roster: each piece has a value of its own. */
  each: v.optional(v.literal(true)),
});

const side = v.strictObject({
  id,
  areas: v.pipe(
    v.array(v.strictObject({ id, layers: v.pipe(v.array(layer), v.maxLength(maxLayersOfASide)) })),
    v.maxLength(maxAreasOfASide),
  ),
});

/** The shape alone; `readDocument` also checks what its members have to do with each other. */
export const documentSchema = v.strictObject({
  v: v.literal(2),
  /** The print specification that the design was made for. */
  spec: v.pipe(v.string(), v.uuid()),
  /** SHA-256 of each font's file by font id. */
  fonts: v.record(id, hex),
  /** Pixels of each picture by its SHA-256. */
  assets: v.record(hex, v.strictObject({ w: whole(1, 30_000), h: whole(1, 30_000) })),
  fields: v.optional(v.pipe(v.array(field), v.maxLength(maxFields)), []),
  sides: v.pipe(v.array(side), v.minLength(1), v.maxLength(maxSides)),
});

export type DesignDocument = v.InferOutput<typeof documentSchema>;
export type DocumentSide = DesignDocument["sides"][number];
export type DocumentArea = DocumentSide["areas"][number];
