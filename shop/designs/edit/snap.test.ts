import { describe, expect, test } from "vitest";
import type { Placement } from "./drag-layer.ts";
import { boxAround, snap, snapLinesOf } from "./snap.ts";

describe("snapping", () => {
  const lines = snapLinesOf({ w: 100, h: 80, safe: 4 }, [
    { left: 10, top: 10, right: 33, bottom: 20 },
  ]);
  const at = (x: number, y: number) =>
    boxAround({ x, y, w: 20, h: 10, angle: 0 } satisfies Placement);

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

  test("two layers of which one is above the other have no gap between them", () => {
    const column = snapLinesOf({ w: 400, h: 400, safe: 0 }, [
      { left: 100, top: 100, right: 120, bottom: 120 },
      { left: 151, top: 200, right: 171, bottom: 220 },
      { left: 110, top: 100, right: 140, bottom: 120 },
    ]);
    expect(column.x.filter(({ gap }) => gap)).toEqual([]);
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
