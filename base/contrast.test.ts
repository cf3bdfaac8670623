import { expect, test } from "vitest";
import { contrast, lightnessOf, withLightness } from "./contrast.ts";

test("contrast has the values of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  expect(contrast("#ffff00", "#ffffff")).toBeCloseTo(1.07, 2);
});

test("setting the lightness that a colour has returns the same colour", () => {
  for (const colour of ["#2b39a6", "#ff0000", "#00ff00", "#14183a", "#808080"]) {
    expect(withLightness(colour, lightnessOf(colour))).toBe(colour);
  }
});
