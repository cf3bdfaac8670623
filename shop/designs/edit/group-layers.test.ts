import fc from "fast-check";
import { expect, test } from "vitest";
import type { DesignDocument, Layer } from "#shop/designs/document/document.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { documentOf, sampleDocument, sampleSpec, specOf } from "#tests/support/builders/designs.ts";
import { placeLayer } from "./drag-layer.ts";
import { changeLayer, layersAt } from "./edit-layers.ts";
import { groupLayers, ungroupLayer } from "./group-layers.ts";

const fonts = await loadFonts();
const spec = specOf(sampleSpec());
const place = { side: "front", area: "main" };

/** What no turn or mirror leaves as it is. */
const shape = fc.record({
  x: fc.integer({ min: 5_000, max: 95_000 }).map((x) => x / 1000),
  y: fc.integer({ min: 5_000, max: 75_000 }).map((y) => y / 1000),
  w: fc.integer({ min: 2_000, max: 40_000 }).map((w) => w / 1000),
  h: fc.integer({ min: 2_000, max: 40_000 }).map((h) => h / 1000),
  angle: fc.integer({ min: -17_900, max: 18_000 }).map((angle) => angle / 100),
  flip: fc.constantFrom(undefined, "x", "y", "both"),
});
const layers = fc.array(shape, { minLength: 2, maxLength: 6 }).map((boxes) =>
  boxes.map(({ flip, ...box }, n) => ({
    id: `s${n}`,
    kind: "shape",
    shape: "heart",
    fill: "#0a8f6a",
    ...box,
    ...(flip ? { flip } : {}),
  })),
);

/** The numbers of each layer's path, millimetres. */
function drawn(document: DesignDocument): Map<string, number[]> {
  const { list } = drawDocument({ document, spec, fonts });
  const items = list.sides.flatMap(({ areas }) => areas.flatMap(({ items }) => items));
  return new Map(
    items.map((item) => [
      item.layer,
      [...JSON.stringify(item).matchAll(/-?\d+(?:\.\d+)?/g)].map(Number),
    ]),
  );
}

function expectSame(a: DesignDocument, b: DesignDocument): void {
  const [before, after] = [drawn(a), drawn(b)];
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
  for (const [id, numbers] of before) {
    const others = after.get(id) ?? [];
    expect(others).toHaveLength(numbers.length);
    for (const [at, number] of numbers.entries())
      expect(Math.abs(number - (others[at] ?? Number.NaN)), id).toBeLessThan(0.02);
  }
}

test("a group is drawn as its layers were, and so are the layers that leave it, turned and mirrored ones too", () => {
  fc.assert(
    fc.property(
      layers,
      fc.integer({ min: -179, max: 180 }),
      fc.constantFrom(undefined, "x" as const, "y" as const, "both" as const),
      (boxes, angle, flip) => {
        const document = documentOf(sampleDocument(boxes));
        const grouped = groupLayers(
          document,
          boxes.map(({ id }) => id),
        );
        if (!grouped) throw new Error("nothing to group");
        expect(readDocument(JSON.parse(JSON.stringify(grouped.document))).ok).toBe(true);
        expectSame(document, grouped.document);
        const turned = changeLayer(grouped.document, grouped.id, (group) => ({
          ...placeLayer(group, { ...group, x: group.x + 3, y: group.y - 2, angle }),
          ...(flip ? { flip } : {}),
        }));
        const apart = ungroupLayer(turned, grouped.id);
        expect(layersAt(apart, place).map(({ id }) => id)).toEqual(boxes.map(({ id }) => id));
        expect(readDocument(JSON.parse(JSON.stringify(apart))).ok).toBe(true);
        expectSame(turned, apart);
      },
    ),
    { numRuns: 60 },
  );
});

const five = () =>
  documentOf(
    sampleDocument(
      [10, 20, 30, 40, 50].map((x, n) => ({
        id: `s${n}`,
        kind: "shape",
        shape: "rect",
        fill: "#0a8f6a",
        x,
        y: 20,
        w: 8,
        h: 8,
      })),
    ),
  );
const idsOf = (document: DesignDocument) => layersAt(document, place).map(({ id }) => id);

test("a group lies where its uppermost layer lay, and keeps the order of its layers", () => {
  const grouped = groupLayers(five(), ["s3", "s0"]);
  expect(idsOf(grouped?.document ?? five())).toEqual(["s1", "s2", "group-1", "s4"]);
  const [, , group] = layersAt(grouped?.document ?? five(), place);
  expect(group).toMatchObject({ x: 25, y: 20, w: 38, h: 8 });
  expect(group?.kind === "group" && group.layers.map(({ id }) => id)).toEqual(["s0", "s3"]);
});

test("one layer is no group, nor are unknown ones, and groups lie three deep at most", () => {
  expect(groupLayers(five(), ["s1"])).toBeUndefined();
  expect(groupLayers(five(), ["s1", "nothing"])).toBeUndefined();
  expect(groupLayers(five(), [])).toBeUndefined();
  let document = five();
  let inner = "s0";
  for (const next of ["s1", "s2", "s3"]) {
    const grouped = groupLayers(document, [inner, next]);
    if (!grouped) throw new Error("nothing to group");
    ({ document, id: inner } = grouped);
    expect(readDocument(JSON.parse(JSON.stringify(document))).ok).toBe(true);
  }
  expect(groupLayers(document, [inner, "s4"])).toBeUndefined();
});

test("what leaves a hidden, locked, half transparent group is so itself", () => {
  const grouped = groupLayers(five(), ["s0", "s1"]);
  if (!grouped) throw new Error("nothing to group");
  const made = { hidden: true, locked: true, opacity: 0.5 } as const;
  const changed = changeLayer(
    grouped.document,
    grouped.id,
    (group): Layer => ({ ...group, ...made }),
  );
  expect(layersAt(ungroupLayer(changed, grouped.id), place)[0]).toMatchObject({
    id: "s0",
    ...made,
  });
  expect(ungroupLayer(five(), "s0")).toEqual(five());
});
