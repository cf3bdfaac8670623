import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DesignDocument } from "#shop/designs/document/document.ts";
import { readDocument } from "#shop/designs/document/read-document.ts";
import { area, place, start } from "#tests/support/builders/edited-design.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import {
  type AlignWay,
  alignLayers,
  distributeLayers,
  duplicateLayers,
  grippedOf,
  placeLayers,
  shiftOrder,
} from "./chosen-layers.ts";
import { dragBox, type Grip } from "./drag-layer.ts";
import { addLayer, changeLayer, layersAt, putLayers, removeLayer } from "./edit-layers.ts";
import { type History, maxSteps, record, redo, startHistory, undo } from "./history.ts";
import { newShape, newText } from "./new-layer.ts";
import { withReferences } from "./references.ts";

const grips: readonly Grip[] = ["move", "turn", "n", "ne", "e", "se", "s", "sw", "w", "nw"];

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
});
