import { expect, test } from "vitest";
import { drawSample } from "#tests/support/builders/designs.ts";
import { pdfBoxes } from "#tests/support/oracles/read-pdf.ts";
import { displayHash } from "./display-list.ts";
import { toPdf } from "./to-pdf.server.ts";
import { toSvg } from "./to-svg.ts";

const layers = [
  {
    id: "words",
    kind: "text",
    text: "Rani",
    font: "pacifico-400",
    size: 20,
    colour: "#14183a",
    ...{ x: 50, y: 40, w: 60, h: 30 },
  },
  {
    id: "frame",
    kind: "shape",
    shape: "rect",
    stroke: { colour: "#cc0033", width: 0.5 },
    ...{ x: 50, y: 40, w: 80, h: 60 },
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
