import { expect, test } from "vitest";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { fontCatalogue } from "#shop/designs/fonts/catalogue.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import {
  documentOf,
  fontHashes,
  sampleArea,
  sampleDocument,
  sampleSpec,
  specOf,
} from "#tests/support/builders/designs.ts";
import { fitToSpec } from "./fit-to-spec.ts";

const fonts = await loadFonts();
const id = "00000000-0000-4000-8000-000000000009";
const name = (text: string) => ({ id: text, en: text });
const [front, back] = [name("Depan"), name("Belakang")];
const both = (area: object = {}) =>
  specOf(
    sampleSpec(
      {},
      {
        sides: [
          { id: "front", name: front, areas: [{ ...sampleArea, ...area }] },
          { id: "back", name: back, areas: [sampleArea] },
        ],
      },
    ),
  );
const text = (own: object = {}) => ({
  id: "name",
  kind: "text",
  text: "Rani",
  font: "anton-400",
  size: 12,
  colour: "#14183a",
  x: 50,
  y: 40,
  w: 60,
  h: 20,
  ...own,
});
const heart = { id: "heart", kind: "shape", shape: "heart", fill: "#cc0033", x: 20, y: 20 };
const hearted = (own: object = {}) => ({ ...heart, w: 10, h: 10, ...own });
const designOf = (onFront: readonly object[], onBack: readonly object[] = []) =>
  documentOf(
    sampleDocument([], {
      sides: [
        { id: "front", areas: [{ id: "main", layers: onFront }] },
        { id: "back", areas: [{ id: "main", layers: onBack }] },
      ],
    }),
  );
const idsOf = ({ sides }: DesignDocument) =>
  sides.flatMap(({ areas }) => areas.flatMap(({ layers }) => layers.map((one) => one.id))).sort();

test("a design of an unchanged area moves to the new revision, and nothing is said", () => {
  const document = designOf([text()], [hearted()]);
  const fitted = fitToSpec(document, both(), { id, spec: both() }, fonts);
  expect(fitted).toEqual({ document: { ...document, spec: id }, moves: [] });
});

test("a side that a design leaves empty is no side of it, also where another one is gone", () => {
  const only = specOf(
    sampleSpec(
      {},
      {
        sides: [
          { id: "front", name: front, areas: [sampleArea] },
          { id: "hood", name: front, areas: [sampleArea] },
        ],
      },
    ),
  );
  const { document: fitted } = fitToSpec(designOf([], [text()]), both(), { id, spec: only }, fonts);
  expect(fitted.sides.map((side) => side.id)).toEqual(["front"]);
  expect(idsOf(fitted)).toEqual(["name"]);
});

test("a smaller area scales what lies in it, and names what is too small or unprintable then", () => {
  const document = designOf([text({ size: 4 }), hearted()]);
  const to = both({ w: 50, h: 40, minText: 3 });
  const { document: fitted, moves } = fitToSpec(document, both(), { id, spec: to }, fonts);
  expect(moves).toMatchObject([
    { kind: "area_resized", side: front, from: [100, 80], to: [50, 40] },
    { kind: "layer", finding: { code: "text_too_small", layer: "name", severity: "blocks" } },
  ]);
  expect(fitted.sides[0]?.areas[0]?.layers).toMatchObject([
    { id: "name", size: 2, x: 25, y: 20 },
    { id: "heart", w: 5, x: 10 },
  ]);
  const strict = both({
    tools: ["text"],
    fonts: ["poppins-600"],
    colours: [{ id: "red", name: name("Merah"), hex: "#cc0033" }],
  });
  const codes = fitToSpec(document, both(), { id, spec: strict }, fonts).moves.map((move) =>
    move.kind === "layer" ? [move.finding.layer, move.finding.code] : [move.kind],
  );
  expect(codes).toContainEqual(["heart", "tool_not_allowed"]);
  expect(codes).toContainEqual(["name", "font_not_allowed"]);
  expect(codes).toContainEqual(["name", "colour_not_in_palette"]);
});

test("a side that is gone keeps its layers, hidden on another one", () => {
  const document = designOf([text()], [hearted(), hearted({ id: "second" })]);
  const to = specOf(sampleSpec());
  const { document: fitted, moves } = fitToSpec(document, both(), { id, spec: to }, fonts);
  expect(moves).toEqual([{ kind: "area_gone", side: back, layers: 2, to: to.sides[0]?.name }]);
  expect(idsOf(fitted)).toEqual(["heart", "name", "second"]);
  expect(fitted.sides).toHaveLength(1);
  expect(fitted.sides[0]?.areas[0]?.layers).toMatchObject([
    { id: "heart", hidden: true, x: 50, y: 40 },
    { id: "second", hidden: true },
    { id: "name" },
  ]);
  expect(readDocument(fitted)).toMatchObject({ ok: true, value: fitted });
  // More than a side may have stays where it is, and blocks there.
  const many = Array.from({ length: 99 }, (_, nth) => hearted({ id: `h${nth}` }));
  const full = designOf([text(), hearted()], many);
  const kept = fitToSpec(full, both(), { id, spec: to }, fonts);
  expect(idsOf(kept.document)).toEqual(idsOf(full));
  expect(kept.moves).toEqual([]);
});

test("a retired font is kept, drawn and named", () => {
  const font = fontCatalogue.find((one) => one.id === "anton-400");
  if (!font) throw new Error("There is no font");
  Object.assign(font, { isRetired: true });
  try {
    const document = designOf([text()]);
    const { document: fitted, moves } = fitToSpec(document, both(), { id, spec: both() }, fonts);
    expect(moves).toMatchObject([{ kind: "layer", finding: { code: "font_retired" } }]);
    expect(fitted.fonts["anton-400"]).toBe(fontHashes["anton-400"]);
  } finally {
    Object.assign(font, { isRetired: false });
  }
});
