import fc from "fast-check";
import { expect, test } from "vitest";
import { boxMatrix } from "#shop/designs/document/box-matrix.ts";
import type { ImageLayer } from "#shop/designs/document/document.ts";
import { cropPicture, cropToRatio, edgesOf } from "./crop-picture.ts";

const picture: ImageLayer = {
  id: "image-1",
  kind: "image",
  asset: "a".repeat(64),
  angle: 0,
  opacity: 1,
  mask: "none",
  x: 50,
  y: 40,
  w: 80,
  h: 60,
  crop: { x: 0, y: 0, w: 1, h: 1 },
};

/** Where a point of the whole picture, in shares, is printed. */
function printed(layer: ImageLayer, u: number, v: number): readonly [number, number] {
  const { crop } = layer;
  const x = ((u - crop.x) / crop.w) * layer.w;
  const y = ((v - crop.y) / crop.h) * layer.h;
  const [a, b, c, d, e, f] = boxMatrix(layer);
  return [a * x + c * y + e, b * x + d * y + f];
}

test("whatever is cut off, what stays is printed where it was, turned and mirrored pictures too", () => {
  const share = fc.integer({ min: 0, max: 60 }).map((percent) => percent / 100);
  fc.assert(
    fc.property(
      share,
      share,
      fc.constantFrom(0, 30, 90, -45),
      fc.constantFrom(undefined, "x", "y", "both" as const),
      fc.constantFrom("left", "right", "top", "bottom" as const),
      (first, second, angle, flip, side) => {
        const start = { ...picture, angle, ...(flip ? { flip } : {}) } as ImageLayer;
        const once = cropPicture(start, { left: first / 2, top: first / 3 });
        const twice = cropPicture(once, { [side]: second / 2 });
        const { x, y, w, h } = twice.crop;
        for (const [u, v] of [
          [x, y],
          [x + w, y + h],
        ] as const) {
          const [before, after] = [printed(start, u, v), printed(twice, u, v)];
          expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(0.01);
        }
      },
    ),
    { numRuns: 200, seed: 20_261_125 },
  );
});

test("a ratio is cut from the middle, and the whole picture comes back", () => {
  const square = cropToRatio(picture, 1);
  expect([square.w, square.h]).toEqual([60, 60]);
  expect(edgesOf(square)).toEqual({ left: 0.125, right: 0.125, top: 0, bottom: 0 });
  expect(cropToRatio(square, null)).toEqual(picture);
  expect(cropPicture(picture, { left: 0.99 }).crop.w).toBeCloseTo(0.05);
});

test("a side that is pulled across the picture stops before the other one", () => {
  for (const edges of [{ left: 5 }, { right: 5 }, { top: 5 }, { bottom: 5 }]) {
    const { x, y, w, h } = cropPicture(picture, edges).crop;
    expect([x, y, w, h].every((share) => share >= 0 && share <= 1)).toBe(true);
    expect(x + w).toBeLessThanOrEqual(1);
    expect(y + h).toBeLessThanOrEqual(1);
    expect(Math.min(w, h)).toBeGreaterThan(0);
  }
});

test("what is cut off at one side stays cut off while another side is cut", () => {
  const cut = cropPicture(cropPicture(picture, { top: 0.2 }), { left: 0.3 });
  expect(edgesOf(cut)).toEqual({ left: 0.3, right: 0, top: 0.2, bottom: 0 });
  const whole = cropPicture(cropPicture(picture, { left: 0.2 }), { top: 0.3, bottom: 0.1 });
  expect(edgesOf(whole)).toEqual({ left: 0.2, right: 0, top: 0.3, bottom: 0.1 });
});
