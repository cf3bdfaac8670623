import { describe, expect, test } from "vitest";
import { chooseMockup } from "#shop/designs/mockups/choose-mockup.ts";
import { preflight } from "#shop/designs/print/preflight.ts";
import {
  documentOf,
  drawSample,
  sampleDocument,
  sampleSpec,
  specOf,
} from "#tests/support/builders/designs.ts";
import { comparePixels } from "#tests/support/oracles/compare-pixels.ts";
import { boundsOfItems, designPicture } from "./design-picture.ts";
import type { DisplayArea } from "./display-list.ts";
import type { Finding } from "./finding.ts";
import { crossingOf, turnOf } from "./seam.ts";
import { leavesOf, summarise, wordsOf } from "./summarise.ts";
import { toPng } from "./to-png.server.ts";

/* An area of 100 by 80 millimetres whose left edge meets its right edge. */

const wrap = { wrap: true };
const text = (own: object = {}) => ({
  id: "words",
  kind: "text",
  text: "Rani",
  font: "poppins-600",
  size: 10,
  colour: "#14183a",
  x: 50,
  y: 40,
  w: 40,
  h: 12,
  ...own,
});
const rect = (own: object = {}) => ({
  id: "box",
  kind: "shape",
  shape: "rect",
  fill: "#cc0033",
  x: 50,
  y: 40,
  w: 30,
  h: 20,
  ...own,
});
const sha256 = "d".repeat(64);
const photo = (own: object = {}) => ({
  id: "photo",
  kind: "image",
  asset: sha256,
  mask: "ellipse",
  x: 96,
  y: 40,
  w: 20,
  h: 20,
  ...own,
});
const document = { assets: { [sha256]: { w: 900, h: 900 } } };

async function draw(layers: readonly object[], area: object = wrap) {
  const { list } = await drawSample({ layers, area, document });
  const drawn = list.sides[0]?.areas[0];
  if (!drawn) throw new Error("The specification has no area");
  return { list, drawn };
}
const boxesOf = ({ items }: DisplayArea) =>
  items.map((item) => {
    const { seam = 0 } = item;
    const { seam: _, ...own } = item;
    const box = boundsOfItems([own]);
    return [seam, box?.left, box?.right];
  });

describe("what crosses the seam", () => {
  test("is drawn again at the other edge, and nothing else is", async () => {
    const { drawn } = await draw([rect({ x: 95 }), rect({ id: "left", x: 5 }), rect({ id: "in" })]);
    expect(boxesOf(drawn)).toEqual([
      ...[
        [-100, -20, 10],
        [0, 80, 110],
        [100, 90, 120],
        [0, -10, 20],
        [0, 35, 65],
      ],
    ]);
    const straight = await draw([rect({ x: 95 })], {});
    expect(boxesOf(straight.drawn)).toEqual([[0, 80, 110]]);
    // What touches the seam does not cross it.
    expect(boxesOf((await draw([rect({ x: 85 })])).drawn)).toEqual([[0, 70, 100]]);
  });

  test("is drawn in the bleed of the other edge, where the area has one", async () => {
    const { drawn } = await draw([rect({ x: 18 })], { ...wrap, bleed: 5 });
    expect(boxesOf(drawn)).toEqual([
      [100, 103, 133],
      [0, 3, 33],
    ]);
  });

  test("may be words, a masked picture, and a group with one opacity", async () => {
    const pair = {
      id: "pair",
      kind: "group",
      x: 0,
      y: 40,
      w: 30,
      h: 20,
      opacity: 0.5,
      layers: [
        rect({ id: "a", x: 5, y: 5, w: 8, h: 8 }),
        rect({ id: "b", x: 25, y: 5, w: 8, h: 8 }),
      ],
    };
    const { drawn } = await draw([text({ x: 98 }), photo(), pair]);
    expect(drawn.items.map(({ kind, seam }) => [kind, seam])).toEqual([
      ...[
        ["path", -100],
        ["path", undefined],
        ["picture", -100],
        ["picture", undefined],
        ["group", 100],
        ["group", undefined],
      ],
    ]);
    expect(drawn.items[2]).toMatchObject({ matrix: [20, 0, 0, 20, -14, 30] });
    expect(leavesOf(drawn.items).filter(({ seam }) => seam === 100)).toHaveLength(2);
  });

  test("is printed as if the area had been rolled up: turned by any distance, the same is printed", async () => {
    const layers = (by: number) => [
      rect({ x: 40 + by, angle: 20 }),
      text({ x: 70 + by }),
      { ...rect({ id: "star", x: 12 + by, y: 20 }), shape: "star", fill: "#228844" },
    ];
    const shot = async (by: number) =>
      toPng((await draw(layers(by))).drawn, { files: new Map(), dpi: 25.4 * 5, body: "#ffffff" });
    const still = await shot(0);
    const { default: sharp } = await import("sharp");
    for (const by of [35, 72, -48, 134]) {
      const width = 500;
      const cut = (((by % 100) + 100) % 100) * 5;
      // The picture of the turned design, cut at the seam and put together again.
      const turned = await shot(by);
      const part = (left: number, wide: number) =>
        sharp(turned).extract({ left, top: 0, width: wide, height: 400 }).toBuffer();
      const back = await sharp({
        create: { width, height: 400, channels: 3, background: "#ffffff" },
      })
        .composite([
          { input: await part(cut, width - cut), left: 0, top: 0 },
          { input: await part(0, cut), left: width - cut, top: 0 },
        ])
        .png()
        .toBuffer();
      const { mean, awayFromEdges } = await comparePixels(still, back);
      expect(mean, `turned by ${by} mm`).toBeLessThanOrEqual(0.6);
      expect(awayFromEdges).toBe(0);
    }
  });

  test("counts once in the price, the words and the pictures of a design", async () => {
    const inside = await draw([text(), photo({ x: 40 })]);
    const across = await draw([text({ x: 98 }), photo({ x: 88 })]);
    expect(summarise(across.list)).toEqual(summarise(inside.list));
    expect(wordsOf(across.list)).toEqual(["Rani"]);
    expect(designPicture(across.list)).not.toBe(designPicture(inside.list));
    const mockups = ["handle", "back"].map((kit) => ({
      id: kit,
      kit,
      sides: { front: "main" },
      bodyFromVariant: false,
    }));
    const faces = { handle: { x: 0.02, y: 0.5 }, back: { x: 0.6, y: 0.5 } };
    const seen = async (x: number) =>
      chooseMockup((await draw([text({ x })])).list, mockups, faces)?.mockup.kit;
    expect([await seen(101), await seen(62)]).toEqual(["handle", "back"]);
  });
});

async function check(layers: readonly object[], area: object = wrap): Promise<Finding[]> {
  const drawing = await drawSample({ layers, area, document });
  return preflight({
    document: documentOf(sampleDocument(layers, document)),
    drawing,
    spec: specOf(sampleSpec(area)),
  });
}

describe("the checks say", () => {
  test.each<[string, object[], object, object[]]>([
    ["nothing of words inside", [text()], wrap, []],
    [
      "how much of words lies beyond the seam, and how they come back",
      [text({ x: 97 })],
      wrap,
      [
        {
          code: "on_seam",
          severity: "warns",
          layer: "words",
          millimetres: 7.77,
          repair: { kind: "move", dx: -11.77, dy: 0 },
        },
      ],
    ],
    [
      "the same of words that are mostly on the other side",
      [text({ x: 103 })],
      wrap,
      [
        {
          code: "on_seam",
          severity: "warns",
          millimetres: 7.6,
          repair: { kind: "move", dx: 11.6, dy: 0 },
        },
      ],
    ],
    [
      "the smaller part of a picture",
      [photo()],
      wrap,
      [
        {
          code: "on_seam",
          severity: "warns",
          layer: "photo",
          millimetres: 6,
          repair: { kind: "move", dx: -6, dy: 0 },
        },
      ],
    ],
    ["nothing of what lies a whole turn further", [rect({ x: 150 })], wrap, []],
    [
      "that words leave the upper edge, on the seam too",
      [text({ x: 99, y: 1 })],
      wrap,
      [{ code: "outside_trim", severity: "blocks" }, { code: "on_seam" }],
    ],
    [
      "that words are too wide, as anywhere",
      [text({ text: "Bartholomeus Adi", size: 16 })],
      wrap,
      [{ code: "outside_trim", severity: "blocks" }],
    ],
    [
      "how much wider than once round a shape is",
      [rect({ w: 110 })],
      wrap,
      [
        {
          code: "seam_overlap",
          severity: "warns",
          layer: "box",
          millimetres: 10,
          repair: { kind: "scale", factor: 0.909 },
        },
      ],
    ],
    ["nothing of a shape up to the bleed", [rect({ w: 106 })], { ...wrap, bleed: 3 }, []],
    [
      "which words meet what goes on beyond the seam",
      [text({ id: "first", x: 16, text: "Budi" }), rect({ x: 95 }), text({ x: 60 })],
      wrap,
      [
        { code: "on_seam", layer: "box" },
        { code: "seam_covers", severity: "warns", layer: "box", other: "Budi" },
      ],
    ],
    [
      "nothing of a ground that goes on below words",
      [rect({ x: 95 }), text({ id: "first", x: 16, text: "Budi" })],
      wrap,
      [{ code: "on_seam", layer: "box" }],
    ],
    [
      "that words go on over the handle",
      [text({ x: 3 })],
      { ...wrap, holes: ["M90 0L100 0L100 80L90 80Z"] },
      [{ code: "on_seam" }, { code: "over_hole" }],
    ],
    [
      "that a shape is outside, where an area ends",
      [rect({ x: 150 }), text()],
      {},
      [{ code: "outside_print" }],
    ],
  ])("%s is said", async (_, layers, area, expected) => {
    const found = await check(layers, area);
    expect(found).toMatchObject(expected);
    expect(found).toHaveLength(expected.length);
  });
});

test("turns and crossings are told by the millimetre", () => {
  const round = { w: 100 };
  expect([turnOf(50, round), turnOf(-1, round), turnOf(100, round)]).toEqual([0, -100, 100]);
  expect(crossingOf({ left: 0, right: 100 }, round)).toBeNull();
  expect(crossingOf({ left: -3, right: 40 }, round)).toEqual({ at: 0, millimetres: 3 });
  expect(crossingOf({ left: 195, right: 215 }, round)).toEqual({ at: 200, millimetres: 5 });
});
