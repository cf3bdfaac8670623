import { expect, test } from "vitest";
import { summarise } from "#shop/designs/draw/summarise.ts";
import {
  documentOf,
  drawSample,
  sampleDocument,
  sampleSpec,
  specOf,
} from "#tests/support/builders/designs.ts";
import { type PreflightInput, preflight } from "./preflight.ts";

const box = { x: 50, y: 40, w: 60, h: 20 };
const words = (changes: object = {}) => ({
  id: "words",
  kind: "text",
  text: "Rani",
  font: "poppins-600",
  size: 10,
  colour: "#14183a",
  ...box,
  ...changes,
});
const frame = (changes: object = {}) => ({
  id: "frame",
  kind: "shape",
  shape: "rect",
  fill: "#ffffff",
  ...box,
  ...changes,
});
const asset = "d".repeat(64);
const photo = (changes: object = {}) => ({ id: "photo", kind: "image", asset, ...box, ...changes });
const assets = { [asset]: { w: 300, h: 100 } };
const name = {
  id: "name",
  label: { id: "Nama", en: "Name" },
  max: 6,
  rule: "name",
  required: true,
};

type Changes = Partial<Pick<PreflightInput, "body" | "gone" | "values">> & {
  area?: object;
  spec?: object;
  document?: object;
};

async function check(layers: object[], changes: Changes = {}) {
  const { area = {}, spec = {}, document = { assets }, ...rest } = changes;
  const drawing = await drawSample({ layers, area, spec, document, ...rest });
  const input = { document: documentOf(sampleDocument(layers, document)), drawing, ...rest };
  return preflight({ ...input, spec: specOf(sampleSpec(area, spec)) });
}

test("a clean design has no finding", async () => {
  expect(await check([frame(), words()], { body: "#ffffff" })).toEqual([]);
});

const palette = [{ id: "navy", name: { id: "Biru", en: "Navy" }, hex: "#14183a" }];
const twoInks = [...palette, { id: "white", name: { id: "Putih", en: "White" }, hex: "#ffffff" }];
test.each<[string, object[], Changes, object]>([
  [
    "words beyond the trim",
    [words({ x: 90 })],
    {},
    {
      code: "outside_trim",
      severity: "blocks",
      layer: "words",
      name: "Rani",
      millimetres: 0.77,
      repair: { kind: "move", dx: -4.77, dy: 0 },
    },
  ],
  [
    "words too large for the area",
    [words({ size: 60 })],
    {},
    { code: "outside_trim", severity: "blocks", repair: { kind: "scale", factor: 0.717 } },
  ],
  [
    "words beyond the safe line",
    [words({ x: 14 })],
    {},
    { code: "outside_safe", severity: "warns", repair: { kind: "move", dx: 0.6, dy: 0 } },
  ],
  [
    "words in the corner of an ellipse",
    [words({ x: 14, y: 14 })],
    { area: { shape: "ellipse" } },
    { code: "outside_trim", severity: "blocks" },
  ],
  [
    "words over the camera",
    [words()],
    { area: { holes: ["M45 35L55 35L55 45L45 45Z"] } },
    { code: "over_hole", severity: "warns" },
  ],
  [
    "a shape that nobody sees",
    [words(), frame({ x: 300 })],
    {},
    { code: "outside_print", severity: "warns", layer: "frame", repair: { kind: "remove" } },
  ],
  [
    "a picture that is cut off where print ends",
    [photo({ x: 2, w: 9, h: 3 })],
    { area: { bleed: 0 } },
    { code: "picture_cut", severity: "warns", layer: "photo", millimetres: 2.5 },
  ],
  [
    "a picture that is cut off above an area that wraps",
    [photo({ x: 0, y: 1, w: 9, h: 3 })],
    { area: { bleed: 0, wrap: true } },
    { code: "picture_cut", severity: "warns", millimetres: 0.5 },
  ],
  [
    "a picture of 84 dpi",
    [photo({ w: 90, h: 30 })],
    {},
    {
      code: "dpi_below_floor",
      severity: "blocks",
      dpi: 84,
      repair: { kind: "resize", w: 50.796, h: 16.932 },
    },
  ],
  [
    "a picture of 127 dpi",
    [photo({ w: 60, h: 20 })],
    {},
    { code: "dpi_below_min", severity: "warns", dpi: 127 },
  ],
  [
    "a picture of 254 dpi",
    [photo({ w: 30, h: 10 })],
    {},
    {
      code: "dpi_below_target",
      severity: "warns",
      dpi: 254,
      repair: { kind: "resize", w: 25.398, h: 8.466 },
    },
  ],
  [
    "a picture that is checked still",
    [photo({ w: 9, h: 3 })],
    { gone: new Set([asset]) },
    { code: "picture_gone", severity: "blocks", repair: { kind: "remove" } },
  ],
  [
    "a thin stroke",
    [frame({ fill: undefined, stroke: { colour: "#000000", width: 0.1 } })],
    {},
    {
      code: "stroke_too_thin",
      severity: "warns",
      millimetres: 0.1,
      repair: { kind: "stroke", width: 0.2 },
    },
  ],
  [
    "small words",
    [words({ size: 1.5 })],
    {},
    {
      code: "text_too_small",
      severity: "blocks",
      millimetres: 1.5,
      repair: { kind: "size", size: 2 },
    },
  ],
  [
    "navy on a navy shirt",
    [words()],
    { body: "#101533" },
    {
      code: "low_contrast",
      severity: "blocks",
      colour: "#101533",
      repair: { kind: "colour", from: "#14183a", to: "#ffffff" },
    },
  ],
  [
    "a white frame on a white shirt",
    [frame()],
    { body: "#fdfdfd" },
    {
      code: "low_contrast",
      severity: "blocks",
      layer: "frame",
      repair: { kind: "colour", from: "#ffffff", to: "#14183a" },
    },
  ],
  [
    "a white line on a white shirt",
    [frame({ shape: "line", fill: undefined, stroke: { colour: "#ffffff", width: 2 } })],
    { body: "#fdfdfd" },
    { code: "low_contrast", severity: "blocks", layer: "frame" },
  ],
  [
    "white on a white frame",
    [frame(), words({ colour: "#ffffff" })],
    { body: "#000000" },
    { code: "low_contrast", severity: "warns", colour: "#ffffff" },
  ],
  ["nothing", [], {}, { code: "design_empty", severity: "blocks" }],
  [
    "hidden layers alone",
    [words({ hidden: true })],
    {},
    { code: "only_hidden_layers", severity: "warns" },
  ],
  [
    "a hidden layer",
    [frame(), words({ hidden: true })],
    {},
    { code: "layer_hidden", severity: "warns", repair: { kind: "show" } },
  ],
  [
    "a colour beside the palette",
    [words({ colour: "#ff0000" })],
    { area: { colours: palette } },
    {
      code: "colour_not_in_palette",
      severity: "blocks",
      repair: { kind: "colour", from: "#ff0000", to: "#14183a" },
    },
  ],
  [
    "two inks on one screen",
    [frame(), words()],
    { area: { maxInks: 1, colours: twoInks }, spec: { process: "screen" } },
    { code: "too_many_inks", severity: "blocks" },
  ],
  [
    "two layers of one",
    [frame(), words()],
    { area: { maxLayers: 1 } },
    { code: "too_many_layers", severity: "blocks" },
  ],
  [
    "a picture where words are printed",
    [photo({ w: 9, h: 3 })],
    { area: { tools: ["text"] } },
    { code: "tool_not_allowed", severity: "blocks" },
  ],
  [
    "a font of another area",
    [words()],
    { area: { fonts: ["anton-400"] } },
    { code: "font_not_allowed", severity: "blocks" },
  ],
  [
    "a font that is gone",
    [words()],
    { document: { fonts: { "poppins-600": "e".repeat(64) } } },
    { code: "font_unknown", severity: "blocks", layer: "words" },
  ],
  [
    "a letter that a font lacks",
    [words({ text: "Rani ❤" })],
    {},
    { code: "emoji_missing", severity: "blocks", letter: "❤" },
  ],
  [
    "a doubled word",
    [words({ text: "untuk untuk Ibu" })],
    {},
    { code: "word_doubled", severity: "warns" },
  ],
  [
    "a name that is missing",
    [words({ field: "name" })],
    { document: { fields: [name] } },
    { code: "field_missing", severity: "blocks", layer: "words" },
  ],
  [
    "a name that is too long",
    [words({ field: "name" })],
    { document: { fields: [name] }, values: { name: "Bartholomeus" } },
    { code: "field_too_long", severity: "blocks" },
  ],
  [
    "a name that is none",
    [words({ field: "name" })],
    { document: { fields: [name] }, values: { name: "<b>" } },
    { code: "field_invalid", severity: "blocks" },
  ],
  [
    "the words of a template",
    [words({ field: "name" })],
    { document: { fields: [{ ...name, required: false }] } },
    { code: "template_words", severity: "warns" },
  ],
  [
    "a side that the product lost",
    [words()],
    { document: { sides: [{ id: "back", areas: [] }] } },
    { code: "side_unknown", severity: "blocks", side: "back" },
  ],
])("%s is found", async (_, layers, changes, finding) => {
  expect(await check(layers, changes)).toContainEqual(expect.objectContaining(finding));
});

test("a picture that runs into the bleed, fills its area or goes on beyond the seam is not cut off", async () => {
  const document = { assets: { [asset]: { w: 3000, h: 2400 } } };
  const codes = async (changes: object, area: object) =>
    (await check([photo(changes)], { area, document })).map(({ code }) => code);
  expect(await codes({ x: 2, w: 9, h: 3 }, { bleed: 3 })).toEqual([]);
  expect(await codes({ x: 50, y: 40, w: 100, h: 80 }, { bleed: 0 })).toEqual([]);
  const onSeam = { x: 0, w: 9, h: 3 };
  expect(await codes(onSeam, { bleed: 0, wrap: true })).toEqual(["on_seam"]);
});

test("a repair by moving or shrinking removes its finding", async () => {
  const [moved] = await check([words({ x: 90 })]);
  if (moved?.repair?.kind !== "move") throw new Error("There is no move");
  expect(await check([words({ x: 90 + moved.repair.dx })])).toEqual([]);
  const [blurred] = await check([photo({ w: 90, h: 30 })]);
  if (blurred?.repair?.kind !== "resize") throw new Error("There is no smaller size");
  const { w, h } = blurred.repair;
  expect(await check([photo({ w, h })])).toMatchObject([{ code: "dpi_below_target" }]);
});

test("the summary counts sides, inks, letters, pictures and the printed box", async () => {
  const layers = [
    frame({ stroke: { colour: "#cc0033", width: 2 } }),
    words({ text: "Ra ni" }),
    photo(),
  ];
  const { list } = await drawSample({ layers, document: { assets } });
  expect(summarise(list)).toEqual({
    sides: ["front"],
    areas: ["front/main"],
    inks: ["#14183a", "#cc0033", "#ffffff"],
    maxInksOfAnArea: 3,
    letters: 4,
    pictures: 1,
    squareMillimetres: 62 * 22,
  });
});

test("text completely under a picture is a finding; text above it, next to it or under a transparent one is not", async () => {
  const document = { assets: { [asset]: { w: 3000, h: 2400 } } };
  const cover = (changes: object = {}) => photo({ w: 60, h: 48, name: "Foto", ...changes });
  const covered = async (...layers: object[]) =>
    (await check(layers, { document })).filter(({ code }) => code === "text_covered");
  expect(await covered(words(), cover())).toMatchObject([
    { severity: "warns", layer: "words", name: "Rani", other: "Foto" },
  ]);
  expect(await covered(cover(), words())).toEqual([]);
  expect(await covered(words(), cover({ w: 5, h: 4 }))).toEqual([]);
  expect(await covered(words(), cover({ opacity: 0.5 }))).toEqual([]);
});
