import { expect, test } from "vitest";
import { contrastOf, linear, nearestColour } from "./colour.ts";

test("white is all light, black is none, and their contrast is the largest", () => {
  expect(linear("#ffffff")).toEqual([1, 1, 1]);
  expect(linear("#000000")).toEqual([0, 0, 0]);
  expect(contrastOf("#ffffff", "#000000")).toBeCloseTo(21, 9);
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 9);
  // The lightest grey that is readable on white (WCAG 2.2).
  expect(contrastOf("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

test("the nearest colour of a palette is the one that looks alike; of none there is none", () => {
  expect(nearestColour("#fa0a05", ["#0000ff", "#ff0000", "#00ff00"])).toBe("#ff0000");
  expect(nearestColour("#fa0a05", [])).toBeUndefined();
});
