import { describe, expect, test } from "vitest";
import type { Grip, Placement } from "./drag-layer.ts";
import { boxAround, snapLinesOf } from "./snap.ts";
import { snapResize } from "./snap-resize.ts";

describe("a pulled side", () => {
  const lines = snapLinesOf({ w: 100, h: 80, safe: 4 }, [
    { left: 10, top: 10, right: 33, bottom: 20 },
  ]);
  const box: Placement = { x: 60, y: 50, w: 20, h: 10, angle: 0 };
  const pull = (
    grip: Exclude<Grip, "move" | "turn">,
    [x, y]: readonly [number, number],
    options = {},
    start = box,
    held?: ReturnType<typeof snapResize>["snapped"],
  ) =>
    snapResize(
      start,
      grip,
      { x: 0, y: 0 },
      { x, y },
      { keepsProportions: false, ...options },
      lines,
      { catches: 1, holds: 2, held: held ?? undefined },
    );

  test("sticks to the safe line, the middle, edges and other layers", () => {
    expect(pull("e", [25.4, 0])).toMatchObject({
      box: { x: 73, y: 50, w: 46, h: 10 },
      snapped: { x: { at: 96, source: "safe" }, y: null },
    });
    expect(pull("nw", [-17.5, -4.2])).toMatchObject({
      box: { w: 37, h: 15 },
      snapped: { x: { at: 33, source: "layer" }, y: { at: 40, source: "middle" } },
    });
    expect(pull("e", [20, 0]).snapped).toBeNull();
  });

  test("keeps its line a little longer than it is caught", () => {
    const { snapped } = pull("e", [25.4, 0]);
    expect(pull("e", [27.5, 0], {}, box, snapped).box.w).toBe(46);
    expect(pull("e", [27.5, 0]).box.w).not.toBe(46);
  });

  test("of words and pictures takes the nearer line, and keeps the proportions", () => {
    for (const fromMiddle of [false, true]) {
      const { box: to, snapped } = pull("se", [25.5, 12.7], { keepsProportions: true, fromMiddle });
      expect(to.w / to.h).toBeCloseTo(2, 2);
      const { right, bottom } = boxAround(to);
      const ends = [snapped?.x ? right - snapped.x.at : 0, snapped?.y ? bottom - snapped.y.at : 0];
      expect(snapped?.x ?? snapped?.y).toBeTruthy();
      expect(Math.max(...ends.map(Math.abs))).toBeLessThan(0.01);
      expect(to.x === box.x).toBe(fromMiddle);
    }
  });

  test("of a box turned by a quarter is seen where it lies; others stick to nothing", () => {
    // Its right side is the lower one now, 10 mm below the middle.
    const turned = { ...box, angle: 90 };
    expect(pull("e", [0, 15.6], {}, turned)).toMatchObject({
      box: { w: 36, h: 10, angle: 90 },
      snapped: { x: null, y: { at: 76, source: "safe" } },
    });
    // Its lower side is the left one now. Its top lies on the middle of the area, which holds no side that is not pulled.
    expect(pull("s", [-21.6, 0], {}, turned)).toMatchObject({
      box: { w: 20, h: 32, angle: 90 },
      snapped: { x: { at: 33, source: "layer" }, y: null },
    });
    expect(pull("e", [25.4, 0], {}, { ...box, angle: 20 }).snapped).toBeNull();
  });

  test("never goes beyond the smallest box for a line", () => {
    const small = pull("e", [-19.8, 0]);
    expect(small.box.w).toBe(1);
  });
});
