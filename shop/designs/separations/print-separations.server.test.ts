import { expect, test } from "vitest";
import { boundsOf, fromPath, toPath } from "#shop/designs/document/outline.ts";
import { ellipse, roundedRectangle } from "#shop/designs/document/shapes.ts";
import type { DisplayArea, DisplayItem } from "#shop/designs/draw/display-list.ts";
import { toPdf } from "#shop/designs/print/to-pdf.server.ts";
import { pdfContents } from "#tests/support/oracles/read-pdf.ts";
import { hasWhite, separationsOf } from "./separations.server.ts";

/** Millimetres that a line on a raster of 0.1 mm may be away. */
const exact = 0.06;
const files = new Map();
const path = (d: string): DisplayItem => ({ kind: "path", layer: "a", path: d, fill: "#be1633" });
const moved = (d: string, dx: number, dy: number) => {
  const { ops, points } = fromPath(d);
  return toPath({ ops, points: points.map((value, at) => value + (at % 2 === 0 ? dx : dy)) });
};
const disc = path(moved(toPath(ellipse(40, 40)), 20, 25));
const square = path(moved(toPath(roundedRectangle(40, 40, 0)), 20, 25));
const area = (items: DisplayItem[], own: Partial<DisplayArea> = {}): DisplayArea => ({
  id: "a",
  w: 80,
  h: 90,
  bleed: 2,
  safe: 4,
  holes: [],
  mirror: false,
  dpi: 300,
  items,
  trim: toPath(roundedRectangle(80, 90, 5)),
  ...own,
});
type Cut = "none" | "area" | "contour";
const separated = async (items: DisplayItem[], underbase: "none" | "full", cut: Cut) => {
  const own = area(items);
  const input = { area: own, spec: { underbase, cut }, body: null, files };
  return separationsOf(input);
};
const pathsOf = async (items: DisplayItem[], underbase: "none" | "full", cut: Cut) => {
  const found = await separated(items, underbase, cut);
  if (!found.ok) throw new Error(found.problem);
  return found.value;
};

/** Paths of the PDF that are painted in a separation, in millimetres from the trim, as bounds. */
function plates(pdf: Buffer, name: string) {
  const text = pdf.toString("latin1");
  const object = new RegExp(`(\\d+) 0 obj\\n\\[/Separation /${name} `).exec(text)?.[1];
  const space = new RegExp(`/(CS\\d+) ${object} 0 R`).exec(text)?.[1];
  if (object === undefined || space === undefined) return [];
  const content = pdfContents(pdf);
  const painted = content.matchAll(
    new RegExp(
      `/${space} (?:cs|CS)\\n1 (?:scn|SCN)\\n(?:[\\d.]+ w\\n)?((?:[-\\d.]+ [-\\d.]+ [ml]\\n|(?:[-\\d.]+ ){6}c\\n|h\\n)+)[fS]\\n`,
      "g",
    ),
  );
  return [...painted].map(([, drawn = ""]) => {
    const ops = [...drawn.matchAll(/[mlch]\n/g)].map(([op]) => op[0]?.toUpperCase()).join("");
    const points = [...drawn.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
    return boundsOf({ ops: ops.replaceAll("H", "Z"), points });
  });
}

const print = async (items: DisplayItem[], underbase: "none" | "full", cut: Cut, mirror = false) =>
  toPdf({
    process: "uv",
    pages: [{ area: area(items, { mirror }), separations: await pathsOf(items, underbase, cut) }],
    files,
    title: "Pisah",
  });

test("white ink lies 0.2 mm inside of the colours and below them", async () => {
  const pdf = await print([disc], "full", "none");
  const [white] = plates(pdf, "White");
  expect(Math.abs((white?.left ?? 0) - 20.2)).toBeLessThan(exact);
  expect(Math.abs((white?.right ?? 0) - 59.8)).toBeLessThan(exact);
  expect(Math.abs((white?.top ?? 0) - 25.2)).toBeLessThan(exact);
  expect(Math.abs((white?.bottom ?? 0) - 64.8)).toBeLessThan(exact);
  const content = pdfContents(pdf);
  expect(content.indexOf("/Overprint gs")).toBeGreaterThan(-1);
  expect(content.indexOf("1 scn")).toBeLessThan(content.indexOf("0.745"));
  const text = pdf.toString("latin1");
  expect(text).toMatch(/\/OP true\s+\/op true\s+\/OPM 0/);
  expect(text).not.toContain("/Font");
  expect(text).not.toContain("CutContour");
});

test("a contour is 2 mm around the design, and its corners are round", async () => {
  const pdf = await print([disc], "none", "contour");
  const [cut] = plates(pdf, "CutContour");
  for (const [at, wanted] of [
    [cut?.left, 18],
    [cut?.right, 62],
    [cut?.top, 23],
    [cut?.bottom, 67],
  ] as const)
    expect(Math.abs((at ?? 0) - wanted)).toBeLessThan(exact);
  expect(pdfContents(pdf)).toContain(`${+(0.25 / (72 / 25.4)).toFixed(5)}`.slice(0, 7));
  expect(pdf.toString("latin1")).not.toContain("/Separation /White");
  // A corner of 90° is cut with a radius of 3 mm.
  const { points } = fromPath((await pathsOf([square], "none", "contour")).cut);
  const corner: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]];
    if (x < 21 - exact && y < 26 - exact) corner.push(Math.hypot(x - 21, y - 26));
  }
  expect(corner.length).toBeGreaterThan(3);
  for (const radius of corner) expect(Math.abs(radius - 3)).toBeLessThan(0.15);
});

test("a cut along the area is the area's own line, mirrored with it, and the same input gives the same bytes", async () => {
  const found = await pathsOf([disc], "none", "area");
  expect(found.cut).toBe(area([]).trim);
  const pdf = await print([disc], "full", "area", true);
  expect(plates(pdf, "CutContour")).toEqual([boundsOf(fromPath(area([]).trim))]);
  expect(plates(pdf, "White")).toHaveLength(1);
  expect((await print([disc], "full", "area", true)).equals(pdf)).toBe(true);
});

test("art that goes over the trim is cut at the trim", async () => {
  const ground = path(moved(toPath(roundedRectangle(90, 100, 0)), -5, -5));
  const { points } = fromPath((await pathsOf([ground], "none", "contour")).cut);
  const xs = points.filter((_, at) => at % 2 === 0);
  expect(Math.abs(Math.min(...xs))).toBeLessThan(exact);
  expect(Math.abs(Math.max(...xs) - 80)).toBeLessThan(exact);
});

test("parts that are far from each other, and lines that a cutter would lose, are refused", async () => {
  const [left, right] = [5, 60].map((x) => path(moved(toPath(ellipse(12, 12)), x, 40)));
  expect(await separated([left, right] as DisplayItem[], "none", "contour")).toEqual({
    ok: false,
    problem: "cut_islands",
  });
  const hair = path(moved(toPath(roundedRectangle(30, 0.3, 0)), 45, 45));
  expect(await separated([disc, hair], "none", "contour")).toEqual({
    ok: false,
    problem: "cut_too_thin",
  });
  // Parts that a cut joins are one piece; nothing printed needs no cut.
  const near = path(moved(toPath(ellipse(12, 12)), 61, 40));
  expect((await separated([disc, near], "none", "contour")).ok).toBe(true);
  expect(await pathsOf([], "full", "contour")).toEqual({ white: "", cut: "" });
});

test.each([
  ["none", "#14183a", false],
  ["full", "#ffffff", true],
  ["full", null, true],
  ["auto", "#1b1f3d", true],
  ["auto", "#2b39a6", true],
  ["auto", "#b01e35", true],
  ["auto", "#f7f6f2", false],
  ["auto", "#e3d8bf", false],
  ["auto", null, false],
] as const)("white ink %s on goods of %s: %s", (underbase, body, expected) => {
  expect(hasWhite({ underbase }, body)).toBe(expected);
});
