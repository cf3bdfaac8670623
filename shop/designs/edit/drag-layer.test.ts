import { describe, expect, test } from "vitest";
import { resizeDocument } from "#shop/designs/document/resize-document.ts";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import { boxOf } from "#shop/designs/draw/summarise.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { documentOf, sampleDocument, sampleSpec, specOf } from "#tests/support/builders/designs.ts";
import {
  group,
  heart,
  layerOfKind,
  place,
  spec,
  start,
  textLayer,
} from "#tests/support/builders/edited-design.ts";
import { dragBox, type Grip, normalAngle, type Placement, placeLayer } from "./drag-layer.ts";
import { changeLayer, layersAt } from "./edit-layers.ts";

const fonts = await loadFonts();

describe("a drag", () => {
  const box: Placement = { x: 50, y: 40, w: 20, h: 10, angle: 0 };
  const drag = (grip: Grip, by: [number, number], options = {}, from: Placement = box) =>
    dragBox(
      from,
      grip,
      { x: 60, y: 45 },
      { x: 60 + by[0], y: 45 + by[1] },
      {
        keepsProportions: false,
        ...options,
      },
    );

  test("of the layer itself moves it as far as the pointer", () => {
    expect(drag("move", [7, -4], {}, { ...box, angle: 30 })).toEqual({
      x: 57,
      y: 36,
      w: 20,
      h: 10,
      angle: 30,
    });
  });

  test("of a side leaves the opposite side where it is", () => {
    expect(drag("e", [10, 3])).toMatchObject({ x: 55, y: 40, w: 30, h: 10 });
    expect(drag("n", [7, -4])).toMatchObject({ x: 50, y: 38, w: 20, h: 14 });
  });

  test("of a corner keeps the proportions of words and pictures", () => {
    const { w, h } = drag("se", [20, 10], { keepsProportions: true });
    expect([w, h]).toEqual([40, 20]);
  });

  test("of a turned box pulls along the box", () => {
    const turned = { ...box, angle: 90 };
    expect(drag("e", [0, 10], {}, turned)).toMatchObject({ x: 50, y: 45, w: 30, h: 10 });
  });

  test("never turns a box inside out", () => {
    expect(drag("e", [-500, 0]).w).toBe(1);
    expect(drag("nw", [500, 500], { keepsProportions: true }).h).toBe(1);
  });

  test("of the turning handle sticks to multiples of 45 degrees", () => {
    const middle = { x: 50, y: 40 };
    const at = (degrees: number) => ({
      x: middle.x + 30 * Math.cos((degrees * Math.PI) / 180),
      y: middle.y + 30 * Math.sin((degrees * Math.PI) / 180),
    });
    const turn = (degrees: number, inSteps = false) =>
      dragBox(box, "turn", at(0), at(degrees), { keepsProportions: false, inSteps }).angle;
    expect([turn(43.5), turn(38), turn(38, true), turn(200)]).toEqual([45, 38, 45, -160]);
    expect(normalAngle(-180)).toBe(180);
  });

  test("scales the words with their box, and breaks lines anew in another width", () => {
    const layer = layerOfKind(start, "name", "text");
    expect(placeLayer(layer, { ...layer, w: 80, h: 24 })).toMatchObject({ size: 20, fit: "none" });
    expect(placeLayer(layer, { ...layer, w: 20 })).toMatchObject({ size: 10, fit: "wrap", w: 20 });
  });

  test("enlarges strokes, corners and words as goods of another size do", () => {
    const stroke = { colour: "#14183a", width: 1.5 };
    const image = { id: "photo", kind: "image", asset: "d".repeat(64), mask: "round", corner: 3 };
    const rect = { ...heart, id: "frame", shape: "rect", corner: 2, stroke };
    const document = documentOf(
      sampleDocument(
        [
          { ...textLayer, stroke, min: 3, arc: { radius: 60 } },
          rect,
          { ...image, x: 30, y: 30, w: 30, h: 20 },
          { ...group, layers: [{ ...rect, id: "inner", x: 5, y: 5, w: 8, h: 8 }] },
        ],
        { assets: { ["d".repeat(64)]: { w: 300, h: 200 } } },
      ),
    );
    const larger = specOf(sampleSpec());
    const [side] = larger.sides;
    const [own] = side?.areas ?? [];
    if (!side || !own) throw new Error("The specification has no area");
    const id = "00000000-0000-4000-8000-000000000009";
    const twice = { ...larger, sides: [{ ...side, areas: [{ ...own, w: 200, h: 160 }] }] };
    const resized = layersAt(resizeDocument(document, spec, { id, spec: twice }), place);
    const placed = layersAt(document, place).map((layer) => {
      const { x, y, w, h } = layer;
      return placeLayer(layer, { ...layer, x: 2 * x, y: 2 * y, w: 2 * w, h: 2 * h });
    });
    expect(placed).toEqual(resized);
    expect(resized.slice(0, 3)).toMatchObject([
      { size: 20, min: 6, stroke: { width: 3 }, arc: { radius: 120 } },
      { corner: 4, stroke: { width: 3 } },
      { corner: 6 },
    ]);
  });

  test("scales what a group holds", () => {
    const layer = layerOfKind(start, "pair", "group");
    expect(placeLayer(layer, { ...layer, w: 40, h: 20 })).toMatchObject({
      layers: [{ x: 10, y: 10, w: 16, h: 16 }],
    });
  });

  test("a dragged layer is drawn where its box is", () => {
    const layer = layerOfKind(start, "heart", "shape");
    const box = dragBox(
      layer,
      "se",
      { x: 26, y: 25 },
      { x: 46, y: 45 },
      { keepsProportions: false },
    );
    const drawn = drawDocument({
      document: changeLayer(start, "heart", () => placeLayer(layer, box)),
      spec,
      fonts,
    });
    const item = drawn.list.sides[0]?.areas[0]?.items.find((one) => one.layer === "heart");
    const ink = item && boxOf(item);
    expect(ink?.left).toBeGreaterThanOrEqual(14 - 0.01);
    expect(ink?.right).toBeLessThanOrEqual(46 + 0.01);
  });
});
