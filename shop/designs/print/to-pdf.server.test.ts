import { expect, test } from "vitest";
import { paletteInks } from "#shop/designs/colour/palette-inks.ts";
import { boundsOf, fromPath } from "#shop/designs/document/outline.ts";
import { displayHash } from "#shop/designs/draw/display-list.ts";
import { toSvg } from "#shop/designs/draw/to-svg.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { drawSample, fontHashes, sampleSpec, specOf } from "#tests/support/builders/designs.ts";
import { pdfBoxes, pdfContents } from "#tests/support/oracles/read-pdf.ts";
import { slugLine } from "./slug-line.ts";
import { slugWidth, toPdf } from "./to-pdf.server.ts";

const layers = [
  {
    id: "words",
    kind: "text",
    text: "Rani",
    font: "pacifico-400",
    size: 20,
    colour: "#14183a",
    x: 50,
    y: 40,
    w: 60,
    h: 30,
  },
  {
    id: "frame",
    kind: "shape",
    shape: "rect",
    stroke: { colour: "#cc0033", width: 0.5 },
    x: 50,
    y: 40,
    w: 80,
    h: 60,
  },
];
const point = 72 / 25.4;

test("a document becomes a display list, an SVG of paths and a PDF in true size without fonts", async () => {
  const { list, problems } = await drawSample({ layers, area: { w: 100, h: 80, bleed: 3 } });
  expect(problems).toEqual([]);
  const [area] = list.sides[0]?.areas ?? [];
  if (!area) throw new Error("The design has no area");
  expect(area.items.map(({ kind, layer }) => [kind, layer])).toEqual([
    ["path", "words"],
    ["path", "frame"],
  ]);
  expect(await displayHash(list)).toMatch(/^[0-9a-f]{64}$/);
  expect(toSvg(area, { pictureHref: () => null })).not.toMatch(/<text|font/);

  const input = { process: list.process, pages: [{ area }], files: new Map(), title: "Rani" };
  const pdf = await toPdf(input);
  const [boxes] = pdfBoxes(pdf);
  const expected = {
    MediaBox: [0, 0, (100 + 30) * point, (80 + 30) * point],
    BleedBox: [12 * point, 12 * point, 118 * point, 98 * point],
    TrimBox: [15 * point, 15 * point, 115 * point, 95 * point],
  };
  for (const [name, values] of Object.entries(expected))
    for (const [index, value] of values.entries())
      expect(Math.abs((boxes?.[name]?.[index] ?? 0) - value), name).toBeLessThan(0.01);
  expect(pdf.toString("latin1")).not.toContain("/Font");
  expect((await toPdf(input)).equals(pdf)).toBe(true);
});

test("offset prints black words by the key plate alone, and a screen prints them as they are", async () => {
  const black = [{ ...layers[0], colour: "#000000" }];
  const print = async (process: string) => {
    const { list } = await drawSample({ layers: black, spec: { process } });
    const [area] = list.sides[0]?.areas ?? [];
    if (!area) throw new Error("The design has no area");
    const input = { process: list.process, pages: [{ area }], files: new Map(), title: "Hitam" };
    return pdfContents(await toPdf(input));
  };
  expect(await print("offset")).toMatch(/\n0 0 0 1 scn?\n|\n0 0 0 1 k\n/);
  expect(await print("sublimation")).not.toMatch(/\n0 0 0 1 scn?\n|\n0 0 0 1 k\n/);
});

const chart = [
  { id: "red", name: { id: "Merah cap", en: "Stamp red" }, hex: "#cc0033", spot: "Pantone 186 C" },
  { id: "ink", name: { id: "Tinta", en: "Ink" }, hex: "#14183a", cmyk: [100, 90, 20, 60] },
];

/** The file of words in `Tinta` and a frame in `Merah cap`, by a process that prints a chart. */
async function printChart(process: string): Promise<{ text: string; drawn: string }> {
  const [area, spec] = [{ colours: chart }, { process }];
  const { list } = await drawSample({ layers, area, spec });
  const pages = list.sides.flatMap(({ areas }) => areas.map((area) => ({ area })));
  const inks = paletteInks(specOf(sampleSpec(area, spec)));
  const input = { process: list.process, pages, files: new Map(), title: "Bagan", chart: inks };
  const pdf = await toPdf(input);
  expect((await toPdf(input)).equals(pdf)).toBe(true);
  return { text: pdf.toString("latin1"), drawn: pdfContents(pdf) };
}

test("screen print has a plate for each ink, called as on the shop's chart", async () => {
  const { text, drawn } = await printChart("screen");
  expect(text).toContain("/Separation /Pantone#20186#20C /DeviceRGB");
  expect(text).toContain("/Separation /Tinta /DeviceCMYK");
  // The words are filled by one plate, the frame is a line of the other, and marks are no ink.
  expect(drawn).toMatch(/\n\/CS0 cs\n1 scn\n/);
  expect(drawn).toMatch(/\n\/CS1 CS\n1 SCN\n/);
  expect(drawn.match(/\/DeviceRGB (cs|CS)/g)).toEqual(["/DeviceRGB CS"]);
});

test("other processes have plates for inks with a name alone, and a press the shares of the chart", async () => {
  const press = await printChart("offset");
  expect(press.text.match(/\/Separation \/\S+/g)).toEqual(["/Separation /Pantone#20186#20C"]);
  expect(press.drawn).toContain("/DeviceCMYK cs\n1 0.9 0.2 0.6 scn");
  const cloth = await printChart("dtg");
  expect(cloth.drawn).not.toContain("DeviceCMYK");
});

test("the slug line is outlines below the bleed", async () => {
  const { list } = await drawSample({ layers, area: { bleed: 3 } });
  const [area] = list.sides[0]?.areas ?? [];
  const typeface = (await loadFonts()).get(fontHashes["noto-sans-400"] ?? "");
  if (!area || !typeface) throw new Error("There is no area or no font");
  const slug = slugLine("ET-2026-000123 · Depan · 1/22 · 9f86d081", area, typeface, slugWidth);
  const box = boundsOf(fromPath(slug));
  const below = slugWidth + area.h + 2 * area.bleed;
  expect(box?.left).toBeGreaterThanOrEqual(slugWidth + area.bleed);
  expect(box?.right).toBeLessThanOrEqual(slugWidth + area.bleed + area.w);
  expect(box?.top).toBeGreaterThan(below);
  expect(box?.bottom).toBeLessThan(below + slugWidth);
  const pages = [{ area, slug }];
  const pdf = await toPdf({ process: "dtf", pages, files: new Map(), title: "Keterangan" });
  expect(pdf.toString("latin1")).not.toContain("/Font");
});
