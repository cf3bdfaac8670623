import { expect, test } from "vitest";
import { plainSwatch, swatchOf } from "./colour-names.ts";
import { labelsIn, withValues } from "./option-values.ts";

test("a list of values splits at its commas", () => {
  expect(labelsIn("S, M,L , XL,")).toEqual(["S", "M", "L", "XL"]);
  expect(labelsIn("38,39,40")).toEqual(["38", "39", "40"]);
  expect(labelsIn(" , ")).toEqual([]);
});

test("a decimal comma does not split a value", () => {
  expect(labelsIn("0,5 liter, 1,5 liter")).toEqual(["0,5 liter", "1,5 liter"]);
});

test("a label that the option already has is not added", () => {
  const values = withValues([], "XL, xl,  XL", false);
  expect(values.map(({ label }) => label.id)).toEqual(["XL"]);
  expect(withValues(values, "xl, L", false).map(({ label }) => label.id)).toEqual(["XL", "L"]);
});

test("labels that would get the same code get different codes", () => {
  expect(withValues([], "A/B, A-B", false).map(({ code }) => code)).toEqual(["a-b", "a-b-2"]);
});

test.each([
  ["Merah", "#c8202f"],
  ["BIRU", "#2457c5"],
  ["red", "#c8202f"],
  ["Biru Dongker", "#1b2547"],
  ["Kaos navy", "#1b2547"],
  ["abu-abu", "#8c8c8c"],
  ["Motif 3", plainSwatch],
])("the colour %s has the swatch %s", (label, swatch) => {
  expect(swatchOf(label)).toBe(swatch);
  expect(withValues([], label, true)[0]?.swatch).toBe(swatch);
});
