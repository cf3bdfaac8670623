import { expect, test } from "vitest";
import type { DisplayList, DisplayPath } from "#shop/designs/draw/display-list.ts";
import { compareDesigns, printedAreas } from "./compare-designs.ts";

const bar = (
  layer: string,
  x: number,
  y: number,
  rest: Partial<DisplayPath> = {},
): DisplayPath => ({
  kind: "path",
  layer,
  path: `M${x} ${y}L${x + 40} ${y}L${x + 40} ${y + 5}L${x} ${y + 5}Z`,
  fill: "#000000",
  ...rest,
});

function list(...items: readonly DisplayPath[]): DisplayList {
  const area = { id: "main", w: 100, h: 80, bleed: 0, safe: 4, trim: "", holes: [], mirror: false };
  return {
    v: 1,
    process: "dtf",
    sides: [{ id: "front", areas: [{ ...area, dpi: 300, items }] }],
  };
}

test("says in words and millimetres what is different", () => {
  const before = list(bar("name", 0, 0, { text: "Rani" }), bar("line", 0, 20), bar("old", 0, 40));
  const after = list(
    bar("name", 0, 0, { text: "Rini", path: "M0 0L39 0L39 5L0 5Z" }),
    bar("line", 4, 17.5, { fill: "#ff0000" }),
    bar("new", 0, 60, { text: "Baru" }),
  );
  expect(compareDesigns(before, after)).toEqual([
    { kind: "text", from: "Rani", to: "Rini" },
    { kind: "recoloured", what: "" },
    { kind: "moved", what: "", right: 4, down: -2.5 },
    { kind: "added", what: "Baru" },
    { kind: "removed", what: "" },
  ]);
});

test("says nothing of the same design, and something of every other", () => {
  const design = list(bar("name", 0, 0, { text: "Rani" }));
  expect(compareDesigns(design, structuredClone(design))).toEqual([]);
  const bent = bar("name", 0, 0, { text: "Rani", path: "M0 0L40 0L40 5L1 5Z" });
  expect(compareDesigns(design, list(bent))).toEqual([{ kind: "reshaped", what: "Rani" }]);
  const small = list(bar("name", 0, 0, { text: "Rani", path: "M10 0L30 0L30 5L10 5Z" }));
  expect(compareDesigns(design, small)).toEqual([
    { kind: "resized", what: "Rani", from: [40, 5], to: [20, 5] },
  ]);
});

test("measures what is printed", () => {
  expect(printedAreas(list(bar("a", 0, 0), bar("b", 10, 20)))).toEqual([
    { id: "front/main", width: 50, height: 25 },
  ]);
});

test("what lies in the bleed is cut off, so it is no part of the size that the goods show", () => {
  const all = { ...bar("all", 0, 0), path: "M-3 -3L103 -3L103 83L-3 83Z" };
  const outside = { ...bar("a", 0, 0), path: "M-3 10L-1 10L-1 20L-3 20Z" };
  const bled = (item: DisplayPath): DisplayList => {
    const [side] = list(item).sides;
    return {
      ...list(),
      sides: [{ id: "front", areas: (side?.areas ?? []).map((area) => ({ ...area, bleed: 3 })) }],
    };
  };
  expect(printedAreas(bled(all))).toEqual([{ id: "front/main", width: 100, height: 80 }]);
  expect(printedAreas(bled(outside))).toEqual([]);
});
