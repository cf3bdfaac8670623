import { describe, expect, test } from "vitest";
import type { Layer } from "#shop/designs/document/document.ts";
import { area, place, start } from "#tests/support/builders/edited-design.ts";
import { alignLayers, distributeLayers, grippedOf, placeLayers } from "./chosen-layers.ts";
import { layersAt } from "./edit-layers.ts";
import { boxAround } from "./snap.ts";

describe("several chosen layers", () => {
  const layers = layersAt(start, place);
  const box = grippedOf(layers);
  if (!box) throw new Error("The document has no layers");
  const middleOf = (all: readonly Layer[]) => all.map(({ x, y }) => [x, y]);

  test("are gripped by the upright box around them, without those that are locked", () => {
    expect(grippedOf(layers.slice(0, 1))).toBe(layers[0]);
    expect(grippedOf([])).toBeNull();
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
    const uneven = layers.map((layer, index) => (index === 0 ? { ...layer, y: 33 } : layer));
    const spread = distributeLayers(uneven, "y");
    const [first, second, third] = edges(spread).toSorted((a, b) => a.top - b.top);
    const gaps = [[first, second] as const, [second, third] as const].map(
      ([above, below]) => (below?.top ?? 0) - (above?.bottom ?? 0),
    );
    expect(gaps).toEqual([expect.closeTo(9, 2), expect.closeTo(9, 2)]);
    expect(spread.map(({ x }) => x)).toEqual(layers.map(({ x }) => x));
    const across = distributeLayers(uneven, "x");
    expect(across.map(({ y }) => y)).toEqual(uneven.map(({ y }) => y));
    expect(distributeLayers(layers.slice(1), "x")).toEqual(layers.slice(1));
  });
});
