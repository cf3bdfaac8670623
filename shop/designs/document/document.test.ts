import { expect, test } from "vitest";
import { fontHashes, sampleDocument } from "#tests/support/builders/designs.ts";
import { maxDocumentBytes } from "./document-limits.ts";
import { readDocument } from "./read-document.ts";

const box = { x: 50, y: 40, w: 60, h: 30 };
const words = {
  id: "a",
  kind: "text",
  text: "Rani",
  font: "anton-400",
  size: 10,
  colour: "#FFAA00",
  ...box,
};
const frame = { id: "b", kind: "shape", shape: "rect", fill: "#000000", ...box };
const nested = (depth: number, inner: object): object =>
  depth === 0
    ? inner
    : { id: `g${depth}`, kind: "group", ...box, layers: [nested(depth - 1, inner)] };
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...frame, id: `s${index}` }));

test("numbers are rounded, angles turned, −0 is 0, colours are lower case and text is NFC", () => {
  const layer = { ...words, text: "Éva", x: 1.234_56, y: -0, angle: -540 };
  const read = readDocument(sampleDocument([layer]));
  const [area] = (read.ok && read.value.sides[0]?.areas) || [];
  expect(area?.layers[0]).toMatchObject({
    x: 1.235,
    angle: 180,
    colour: "#ffaa00",
    text: "\u00c9va",
    align: "centre",
    leading: 1.2,
    tracking: 0,
    fit: "none",
    opacity: 1,
  });
  expect(Object.is(area?.layers[0]?.y, 0)).toBe(true);
});

test("an angle that rounds to −180 is 180", () => {
  const read = readDocument(sampleDocument([{ ...words, angle: -179.999 }]));
  const [area] = (read.ok && read.value.sides[0]?.areas) || [];
  expect(area?.layers[0]?.angle).toBe(180);
});

test.each([
  { x: 0.6, y: 0, w: 0.6, h: 1 },
  { x: 0, y: 0.6, w: 1, h: 0.6 },
])("a crop that leaves the picture is refused: %o", (crop) => {
  const sha256 = "a".repeat(64);
  const photo = { id: "c", kind: "image", asset: sha256, crop, ...box };
  const read = (layer: object) =>
    readDocument(sampleDocument([layer], { assets: { [sha256]: { w: 100, h: 100 } } })).ok;
  expect(read(photo)).toBe(false);
  expect(read({ ...photo, crop: { ...crop, w: 0.4, h: 0.4 } })).toBe(true);
});

test("what was read is read again as it is", () => {
  const once = readDocument(sampleDocument([nested(3, words), frame]));
  const twice = once.ok ? readDocument(once.value) : once;
  expect(once.ok).toBe(true);
  expect(twice).toEqual(once);
});

const polluted: unknown = JSON.parse('{"v":2,"__proto__":{"spec":1}}');
const cyclic: Record<string, unknown> = sampleDocument([]);
cyclic.fields = cyclic;

test.each([
  [
    "two layers of one id",
    sampleDocument([words, { ...frame, id: "a" }]),
    "duplicate_id",
    "sides.0.areas.0.layers.1.id",
  ],
  [
    "a group of four levels",
    sampleDocument([nested(4, words)]),
    "groups_too_deep",
    "sides.0.areas.0.layers.0.layers.0.layers.0.layers.0",
  ],
  [
    "101 layers of a side",
    sampleDocument([
      ...many(60),
      {
        id: "g",
        kind: "group",
        ...box,
        layers: many(50).map((layer) => ({ ...layer, id: `n${layer.id}` })),
      },
    ]),
    "too_many_layers",
    "sides.0",
  ],
  [
    "a font that is not listed",
    sampleDocument([{ ...words, font: "arial-400" }]),
    "font_not_listed",
    "sides.0.areas.0.layers.0",
  ],
  [
    "a picture that is not listed",
    sampleDocument([{ id: "i", kind: "image", asset: "a".repeat(64), ...box }]),
    "asset_not_listed",
    "sides.0.areas.0.layers.0",
  ],
  [
    "a field that is not listed",
    sampleDocument([{ ...words, field: "name" }]),
    "field_not_listed",
    "sides.0.areas.0.layers.0",
  ],
  ["a newer version", sampleDocument([], { v: 3 }), "newer_version", "v"],
  [
    "an unknown member",
    sampleDocument([{ ...words, onclick: "x" }]),
    "not_a_document",
    "sides.0.areas.0.layers.0.onclick",
  ],
  [
    "an unknown kind",
    sampleDocument([{ ...words, kind: "script" }]),
    "not_a_document",
    "sides.0.areas.0.layers.0.kind",
  ],
  [
    "a kind of every object",
    sampleDocument([{ ...words, kind: "toString" }]),
    "not_a_document",
    "sides.0.areas.0.layers.0.kind",
  ],
  [
    "NaN",
    sampleDocument([{ ...words, x: Number.NaN }]),
    "not_a_document",
    "sides.0.areas.0.layers.0.x",
  ],
  [
    "infinity",
    sampleDocument([{ ...words, size: Number.POSITIVE_INFINITY }]),
    "not_a_document",
    "sides.0.areas.0.layers.0.size",
  ],
  [
    "1e308",
    sampleDocument([{ ...words, w: 1e308 }]),
    "not_a_document",
    "sides.0.areas.0.layers.0.w",
  ],
  [
    "no width",
    sampleDocument([{ ...words, w: 0 }]),
    "not_a_document",
    "sides.0.areas.0.layers.0.w",
  ],
  [
    "a negative height",
    sampleDocument([{ ...words, h: -1 }]),
    "not_a_document",
    "sides.0.areas.0.layers.0.h",
  ],
  [
    "a shape without paint",
    sampleDocument([{ ...frame, fill: undefined }]),
    "not_a_document",
    "sides.0.areas.0.layers.0",
  ],
  [
    "seven sides",
    {
      ...sampleDocument([]),
      sides: Array.from({ length: 7 }, (_, index) => ({ id: `s${index}`, areas: [] })),
    },
    "not_a_document",
    "sides",
  ],
  ["`__proto__`", polluted, "forbidden_member", "__proto__"],
  ["a member of every object", sampleDocument([], { toString: 1 }), "forbidden_member", "toString"],
  [
    "more than 200 kB",
    sampleDocument(many(100), { fonts: fontHashes, fields: ["x".repeat(maxDocumentBytes)] }),
    "too_large",
    "",
  ],
  ["a circle", cyclic, "too_deep", "fields.fields.fields"],
  ["nothing", null, "not_a_document", ""],
  ["a list", [], "not_a_document", ""],
])("%s is refused with its place", (_, document, code, path) => {
  const read = readDocument(document);
  expect(read).toMatchObject({ ok: false, problem: { code } });
  expect(!read.ok && read.problem.path.startsWith(path)).toBe(true);
});

test("a name has at most 60 letters", () => {
  const isRead = (length: number) =>
    readDocument(sampleDocument([{ ...words, name: "n".repeat(length) }])).ok;
  expect([1, 60].map(isRead)).toEqual([true, true]);
  expect([0, 61].map(isRead)).toEqual([false, false]);
});
