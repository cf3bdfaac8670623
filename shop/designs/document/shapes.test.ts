import { expect, test } from "vitest";
import { flatten } from "#shop/designs/draw/flatten.ts";
import { roundedRectangle } from "./shapes.ts";

/** How far the outline stays away from the upper left corner of its box, in millimetres. */
const cornerOf = (radius: number) => {
  const points = flatten(roundedRectangle(20, 10, radius)).flat();
  return Math.min(...points.map(({ x, y }) => Math.hypot(x, y)));
};

test.each([0.4, 1, 3])("corners of a radius of %d mm are round", (radius) => {
  expect(cornerOf(radius)).toBeCloseTo(radius * (Math.SQRT2 - 1), 1);
});

test("corners without a radius are square", () => {
  expect(cornerOf(0)).toBe(0);
});
