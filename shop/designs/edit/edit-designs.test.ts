import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import {
  documentOf,
  fontHashes,
  sampleDocument,
  sampleSpec,
  specOf,
} from "#tests/support/builders/designs.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import type { DesignDocument, Layer, TextLayer } from "../document.ts";
import { drawDocument } from "../draw-document.ts";
import { preflight } from "../preflight.ts";
import { readDocument } from "../read-document.ts";
import { resizeDocument } from "../resize-document.ts";
import { boxOf } from "../summarise.ts";
import {
  type AlignWay,
  alignLayers,
  distributeLayers,
  duplicateLayers,
  grippedOf,
  placeLayers,
  shiftOrder,
} from "./chosen-layers.ts";
import { dragBox, type Grip, normalAngle, type Placement, placeLayer } from "./drag-layer.ts";
import {
  addLayer,
  changeLayer,
  findLayer,
  layersAt,
  putLayers,
  removeLayer,
} from "./edit-layers.ts";
import { fitTextBox } from "./fit-text-box.ts";
import { type History, maxSteps, record, redo, startHistory, undo } from "./history.ts";
import { newImage, newShape, newText } from "./new-layer.ts";
import { openTemplate, withWords } from "./open-template.ts";
import { withReferences } from "./references.ts";
import { repairLayer } from "./repair-layer.ts";
import { boxAround, snap, snapLinesOf } from "./snap.ts";

const fonts = await loadFonts();
const spec = specOf(sampleSpec());
const area = (() => {
  const [found] = spec.sides[0]?.areas ?? [];
  if (!found) throw new Error("The specification has no area");
  return found;
})();
const place = { side: "front", area: "main" };
const grips: readonly Grip[] = ["move", "turn", "n", "ne", "e", "se", "s", "sw", "w", "nw"];

const textLayer = {
  id: "name",
  kind: "text",
  text: "Rani",
  font: "pacifico-400",
  ...{ x: 50, y: 40, w: 40, h: 12, size: 10 },
  colour: "#14183a",
};
const heart = {
  id: "heart",
  kind: "shape",
  shape: "heart",
  ...{ x: 20, y: 20, w: 12, h: 10 },
  fill: "#cc0033",
};
const group = {
  id: "pair",
  kind: "group",
  ...{ x: 60, y: 60, w: 20, h: 10 },
  layers: [{ ...heart, id: "left", x: 5, y: 5, w: 8, h: 8 }],
};
const start = documentOf(sampleDocument([textLayer, heart, group]));

function layerOf<Kind extends Layer["kind"]>(
  document: DesignDocument,
  id: string,
  kind: Kind,
): Extract<Layer, { kind: Kind }> {
  const layer = findLayer(document, id)?.layer;
  if (layer?.kind !== kind) throw new Error(`There is no ${kind} ${id}`);
  return layer as Extract<Layer, { kind: Kind }>;
}

describe("changes of layers", () => {
  test("a new layer lies above the others and has an id of its own", () => {
    const added = addLayer(start, place, newShape(start, area, "star"));
    expect(layersAt(added, place).map(({ id }) => id)).toEqual([
      "name",
      "heart",
      "pair",
      "shape-1",
    ]);
    const twice = addLayer(added, place, newShape(added, area, "star"));
    expect(layersAt(twice, place).at(-1)?.id).toBe("shape-2");
  });

  test("a side that the document has not yet is made with the first layer", () => {
    const added = addLayer(start, { side: "back", area: "main" }, newShape(start, area, "rect"));
    expect(added.sides.map(({ id }) => id)).toEqual(["front", "back"]);
    expect(readDocument(added).ok).toBe(true);
  });

  test("a copy of a group has new ids inside", () => {
    const copied = duplicateLayers(start, ["pair"]);
    expect(copied && readDocument(copied.document).ok).toBe(true);
    expect(copied?.copies).toEqual(["group-1"]);
  });

  test("copies of several layers lie above them in their order", () => {
    const copied = duplicateLayers(start, ["heart", "name"]);
    const ids = copied && layersAt(copied.document, place).map(({ id }) => id);
    expect(ids).toEqual(["name", "heart", "text-1", "shape-1", "pair"]);
  });

  test("chosen layers pass the next one that is not chosen, and stop at both ends", () => {
    const order = (ids: readonly string[], by: 1 | -1) =>
      layersAt(shiftOrder(start, ids, by), place).map(({ id }) => id);
    expect(order(["name"], 1)).toEqual(["heart", "name", "pair"]);
    expect(order(["name", "heart"], 1)).toEqual(["pair", "name", "heart"]);
    expect(order(["name", "pair"], -1)).toEqual(["name", "pair", "heart"]);
    expect(shiftOrder(start, ["heart", "pair"], 1)).toBe(start);
    expect(shiftOrder(start, ["name"], -1)).toBe(start);
  });

  test("a layer that is not there changes nothing", () => {
    expect(removeLayer(start, "gone")).toBe(start);
    expect(changeLayer(start, "gone", (layer) => ({ ...layer, x: 1 }))).toBe(start);
    expect(duplicateLayers(start, ["gone"])).toBeUndefined();
  });

  test("fonts and pictures are listed as long as a layer names them", () => {
    const sha256 = "a".repeat(64);
    const asset = { sha256, width: 3000, height: 2000, name: "foto.jpg" };
    const withImage = addLayer(start, place, newImage(start, area, asset));
    const listed = withReferences(withImage, { [sha256]: { w: 3000, h: 2000 } });
    expect(readDocument(listed)).toEqual({ ok: true, value: listed });
    expect(Object.keys(listed.fonts)).toEqual(["pacifico-400"]);
    expect(withReferences(removeLayer(listed, "image-1")).assets).toEqual({});
  });

  test("a new picture is never larger than it prints sharply", () => {
    const small = { sha256: "b".repeat(64), width: 300, height: 150, name: "kecil.png" };
    expect(newImage(start, area, small)).toMatchObject({ w: 25.4, h: 12.7 });
    const large = { ...small, width: 30_000, height: 10_000 };
    expect(newImage(start, area, large).w).toBeCloseTo(90);
  });
});

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
    const layer = layerOf(start, "name", "text");
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
          { ...image, ...{ x: 30, y: 30, w: 30, h: 20 } },
          { ...group, layers: [{ ...rect, id: "inner", ...{ x: 5, y: 5, w: 8, h: 8 } }] },
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
    const layer = layerOf(start, "pair", "group");
    expect(placeLayer(layer, { ...layer, w: 40, h: 20 })).toMatchObject({
      layers: [{ x: 10, y: 10, w: 16, h: 16 }],
    });
  });
});

describe("several chosen layers", () => {
  const layers = layersAt(start, place);
  const box = grippedOf(layers);
  if (!box) throw new Error("The document has no layers");
  const middleOf = (all: readonly Layer[]) => all.map(({ x, y }) => [x, y]);

  test("are gripped by the upright box around them, without those that are locked", () => {
    expect(box).toMatchObject({ x: 42, y: 40, w: 56, h: 50, angle: 0, kind: "several" });
    const [name, ...others] = layers;
    if (!name) throw new Error("There is no layer");
    expect(grippedOf([{ ...name, locked: true }, ...others])).toMatchObject({ x: 42, y: 40 });
    const held = placeLayers([{ ...name, locked: true }, ...others], { ...box, x: 99 });
    expect(held[0]).toEqual({ ...name, locked: true });
  });

  test("move, grow and turn as one picture", () => {
    expect(middleOf(placeLayers(layers, { ...box, x: 45, y: 38 }))).toEqual(
      middleOf(layers.map((layer) => ({ ...layer, x: layer.x + 3, y: layer.y - 2 }))),
    );
    const twice = placeLayers(layers, { ...box, w: 2 * box.w, h: 2 * box.h });
    expect(middleOf(twice)).toEqual([
      ...[
        [58, 40],
        [-2, 0],
        [78, 80],
      ],
    ]);
    expect(twice[0]).toMatchObject({ w: 80, size: 20 });
    const quarter = placeLayers(layers, { ...box, angle: 90 });
    expect(quarter.map(({ x, y, angle }) => [x, y, angle])).toEqual([
      ...[
        [42, 48, 90],
        [62, 18, 90],
        [22, 58, 90],
      ],
    ]);
  });

  test("are never smaller than a finger can grip", () => {
    const least = placeLayers(layers, { ...box, w: 0.1, h: 0.1 });
    expect(Math.min(...least.map(({ w, h }) => Math.min(w, h)))).toBeCloseTo(1, 2);
  });

  test("are aligned with each other, one with its area, and get equal gaps", () => {
    const edges = (all: readonly Layer[]) => all.map((layer) => boxAround(layer));
    expect(edges(alignLayers(layers, "left", area)).map(({ left }) => left)).toEqual([14, 14, 14]);
    expect(edges(alignLayers(layers, "bottom", area)).map(({ bottom }) => bottom)).toEqual([
      ...[65, 65, 65],
    ]);
    expect(alignLayers(layers.slice(0, 1), "right", area)[0]).toMatchObject({ x: 80, y: 40 });
    const gaps = edges(distributeLayers(layers, "y")).toSorted((a, b) => a.top - b.top);
    const [first, second, third] = gaps;
    expect((second?.top ?? 0) - (first?.bottom ?? 0)).toBeCloseTo(
      (third?.top ?? 0) - (second?.bottom ?? 0),
      2,
    );
    expect(distributeLayers(layers.slice(1), "x")).toEqual(layers.slice(1));
  });
});

describe("the box of a text", () => {
  const typeface = fonts.get(fontHashes["pacifico-400"] ?? "");
  if (!typeface) throw new Error("The font is missing");
  const layer = layerOf(start, "name", "text");

  test("is as wide as its words and stays where they are aligned", () => {
    const fitted = fitTextBox({ ...layer, align: "start" }, typeface, area.minText);
    const longer = fitTextBox({ ...fitted, text: "Rani dan Budi" }, typeface, area.minText);
    expect(longer.w).toBeGreaterThan(fitted.w);
    expect(longer.x - longer.w / 2).toBeCloseTo(fitted.x - fitted.w / 2, 2);
    expect(fitTextBox(fitted, typeface, area.minText)).toBe(fitted);
  });

  test("of wrapped lines grows downwards", () => {
    const wide = fitTextBox({ ...layer, fit: "wrap", w: 80 }, typeface, area.minText);
    const text = "Rani dan Budi di Solo";
    const long = fitTextBox({ ...wide, text, w: 34 }, typeface, area.minText);
    expect(long.h).toBeGreaterThan(wide.h * 2);
    expect(long.y - long.h / 2).toBeCloseTo(wide.y - wide.h / 2, 2);
    const drawn = drawDocument({
      document: changeLayer(start, "name", () => long),
      spec,
      fonts,
    });
    const [item] = drawn.list.sides[0]?.areas[0]?.items ?? [];
    expect(item?.kind === "path" && item.size).toBe(layer.size);
    expect(item?.kind === "path" && item.text?.split("\n").length).toBeGreaterThan(2);
  });

  test("stays where words cannot be laid out", () => {
    const broken: TextLayer = { ...layer, text: "" };
    expect(fitTextBox(broken, typeface, area.minText)).toBe(broken);
  });
});

describe("snapping", () => {
  const lines = snapLinesOf({ w: 100, h: 80, safe: 4 }, [
    { left: 10, top: 10, right: 33, bottom: 20 },
  ]);
  const at = (x: number, y: number) =>
    boxAround({ ...{ x, y, w: 20, h: 10 }, angle: 0 } satisfies Placement);

  test("catches the middle, the edges, the safe line and other layers", () => {
    expect(snap(at(50.6, 60), lines, 1, 2)).toMatchObject({ dx: -0.6, x: { source: "middle" } });
    expect(snap(at(14.5, 60), lines, 1, 2)).toMatchObject({
      dx: -0.5,
      x: { at: 4, source: "safe" },
    });
    expect(snap(at(43.4, 60), lines, 1, 2)).toMatchObject({
      dx: -0.4,
      x: { at: 33, source: "layer" },
    });
  });

  test("catches equal gaps beside and between two neighbours, where they lie beside it", () => {
    const row = snapLinesOf({ w: 400, h: 400, safe: 0 }, [
      { left: 100, top: 100, right: 120, bottom: 120 },
      { left: 151, top: 105, right: 171, bottom: 125 },
    ]);
    const catchAt = (x: number, y: number) => snap(at(x, y), row, 1, 2).x;
    const [before, between, behind] = [catchAt(58.6, 110), catchAt(136, 112), catchAt(212.4, 114)];
    expect(before).toMatchObject({ at: 69, gap: { width: 31 } });
    expect(between).toMatchObject({ at: 135.5, gap: { width: 31 } });
    expect(behind).toMatchObject({ at: 202, gap: { width: 31 } });
    expect(catchAt(58.6, 300)).toBeNull();
  });

  test("keeps a line a little longer than it catches", () => {
    const caught = snap(at(50.6, 60), lines, 1, 2);
    expect(snap(at(51.8, 60), lines, 1, 2, caught).x?.at).toBe(50);
    expect(snap(at(51.8, 60), lines, 1, 2).x).toBeNull();
  });

  test("measures a turned layer by the box around it", () => {
    const box = boxAround({ x: 0, y: 0, w: 20, h: 10, angle: 90 });
    expect([box.left, box.top]).toEqual([-5, -10]);
  });
});

test("every repair removes its finding", () => {
  const sha256 = "c".repeat(64);
  const small = specOf(
    sampleSpec({
      colours: [{ id: "red", name: { id: "Merah", en: "Red" }, hex: "#cc0033" }],
      minStroke: 0.5,
      minText: 3,
    }),
  );
  const document = documentOf(
    sampleDocument(
      [
        { ...textLayer, id: "outside", x: 98 },
        { ...textLayer, id: "wide", size: 60, w: 100, h: 80 },
        { ...textLayer, id: "small", size: 1, y: 60 },
        { ...heart, id: "thin", stroke: { colour: "#cc0033", width: 0.1 } },
        { ...heart, id: "hidden", hidden: true },
        { id: "photo", kind: "image", asset: sha256, ...{ x: 50, y: 40, w: 90, h: 60 } },
        { ...heart, id: "away", x: 300 },
      ],
      { assets: { [sha256]: { w: 300, h: 200 } } },
    ),
  );
  const check = (now: DesignDocument) =>
    preflight({
      document: now,
      spec: small,
      drawing: drawDocument({ document: now, spec: small, fonts }),
    });
  let repaired = document;
  for (let round = 0; round < 20; round++) {
    const finding = check(repaired).find(({ repair, layer }) => repair && layer);
    if (!finding?.repair || finding.layer === undefined) break;
    const { layer: id, repair } = finding;
    const found = findLayer(repaired, id);
    if (!found) throw new Error(`There is no layer ${id}`);
    const layer = repairLayer(found.layer, repair);
    repaired = layer ? changeLayer(repaired, id, () => layer) : removeLayer(repaired, id);
  }
  expect(check(document).length).toBeGreaterThan(8);
  expect(check(repaired).filter(({ repair }) => repair)).toEqual([]);
  expect(readDocument(repaired).ok).toBe(true);
});

test("words of a template are marked until somebody types", () => {
  const fields = [
    { id: "name", label: { id: "Nama", en: "Name" }, max: 12, rule: "name", required: true },
  ];
  const template = openTemplate(
    documentOf(sampleDocument([{ ...textLayer, field: "name" }], { fields })),
  );
  const codes = (document: DesignDocument) =>
    preflight({ document, spec, drawing: drawDocument({ document, spec, fonts }) }).map(
      ({ code, severity }) => [code, severity],
    );
  expect(codes(template)).toEqual([["template_words", "warns"]]);
  const typed = changeLayer(template, "name", (layer) =>
    layer.kind === "text" ? withWords(layer, "Budi") : layer,
  );
  expect(codes(typed)).toEqual([]);
});

describe("history", () => {
  const moved = (document: DesignDocument, x: number) =>
    changeLayer(document, "heart", (layer) => ({ ...layer, x }));

  test("typing within a second is one step", () => {
    let history = startHistory(start);
    for (const [now, x] of [
      [0, 1],
      [900, 2],
      [1_800, 3],
      [9_000, 4],
    ] as const)
      history = record(
        history,
        { kind: "words", layer: "heart", document: moved(history.document, x), join: "heart" },
        now,
      );
    expect(history.past.length).toBe(2);
    expect(undo(history)?.history.document).toEqual(moved(start, 3));
  });

  test("keeps 200 steps", () => {
    let history = startHistory(start);
    for (let x = 0; x < maxSteps + 50; x++)
      history = record(history, { kind: "move", layer: "heart", document: moved(start, x) }, x);
    expect(history.past.length).toBe(maxSteps);
  });

  /** One gesture of an editor: what it does to the history. */
  const gesture = fc.record({
    kind: fc.constantFrom("drag", "add", "remove", "copy", "order", "align", "undo", "redo"),
    layer: fc.nat(20),
    /** Each bit chooses a layer besides. */
    others: fc.nat(255),
    way: fc.constantFrom<AlignWay>("left", "centre", "right", "top", "middle", "bottom"),
    grip: fc.constantFrom(...grips),
    from: fc.record({
      x: fc.double({ min: -50, max: 150, noNaN: true }),
      y: fc.double({ min: -50, max: 150, noNaN: true }),
    }),
    to: fc.record({
      x: fc.double({ min: -500, max: 500, noNaN: true }),
      y: fc.double({ min: -500, max: 500, noNaN: true }),
    }),
    keepsProportions: fc.boolean(),
    fromMiddle: fc.boolean(),
  });
  type Gesture = typeof gesture extends fc.Arbitrary<infer Value> ? Value : never;

  function act(
    history: History,
    { kind, layer: nth, others, way, grip, from, to, ...options }: Gesture,
  ): History {
    const { document } = history;
    const layers = layersAt(document, place);
    const layer = layers[nth % Math.max(1, layers.length)];
    const chosen = layers.filter((one, at) => one === layer || (others >> (at % 8)) & 1);
    const ids = chosen.map(({ id }) => id);
    const change = (next: DesignDocument) =>
      record(history, { kind: "move", layer: layer?.id ?? null, layers: ids, document: next }, 0);
    if (kind === "undo") return undo(history)?.history ?? history;
    if (kind === "redo") return redo(history)?.history ?? history;
    if (kind === "add" && layers.length < 60) {
      const text = nth % 2 ? newText(document, area, "Kata") : newShape(document, area, "star");
      return text ? change(withReferences(addLayer(document, place, text))) : history;
    }
    const box = grippedOf(chosen);
    if (!box) return history;
    if (kind === "remove") return change(ids.reduce(removeLayer, document));
    if (kind === "copy" && layers.length + ids.length < 60)
      return change(duplicateLayers(document, ids)?.document ?? document);
    if (kind === "order") return change(shiftOrder(document, ids, nth % 2 ? 1 : -1));
    if (kind === "align") {
      const aligned = nth % 3 ? alignLayers(chosen, way, area) : distributeLayers(chosen, "x");
      return change(putLayers(document, aligned));
    }
    const { leastShare } = box;
    const several = box.kind === "several" ? { leastShare, keepsProportions: true } : {};
    const placed = dragBox(box, grip, from, to, { ...options, ...several });
    return change(putLayers(document, placeLayers(chosen, placed)));
  }

  test("undoing every step restores the start, doing again restores the end, over random gestures", () => {
    const perRun = 50;
    fc.assert(
      fc.property(fc.array(gesture, { minLength: 1, maxLength: perRun }), (gestures) => {
        let history = startHistory(start);
        for (const one of gestures) history = act(history, one);
        const end = history.document;
        const steps = history.past.length;
        for (let back = undo(history); back; back = undo(history)) history = back.history;
        expect(history.document).toEqual(start);
        for (let step = 0; step < steps; step++) history = redo(history)?.history ?? history;
        expect(history.document).toEqual(end);
        // Nothing that an editor makes is refused by the server.
        expect(readDocument(end)).toMatchObject({ ok: true });
      }),
      { numRuns: isWholeRun ? 2_000 : 100 },
    );
  });

  test("a dragged layer is drawn where its box is", () => {
    const layer = layerOf(start, "heart", "shape");
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
