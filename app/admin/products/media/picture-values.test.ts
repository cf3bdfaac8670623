import { expect, test } from "vitest";
import { mergeValues, type PictureValues } from "./picture-values.ts";

const before: PictureValues = {
  alt_id: "Mug",
  alt_en: "Mug",
  is_decorative: false,
  focal_x: "50",
  focal_y: "50",
  values: [],
};

test("fields that one of two people changed are joined, and those that both changed are named", () => {
  const theirs = { ...before, alt_id: "Mug putih", focal_x: "20", values: ["colour:putih"] };
  const mine = { ...before, alt_en: "White mug", focal_y: "70", values: ["colour:putih"] };
  expect(mergeValues(before, theirs, mine)).toEqual({
    merged: {
      ...before,
      alt_id: "Mug putih",
      alt_en: "White mug",
      focal_y: "70",
      values: ["colour:putih"],
    },
    conflicts: ["focal"],
  });
});

test("the same change by both is no conflict", () => {
  const both = { ...before, alt_id: "Mug krem", is_decorative: true };
  expect(mergeValues(before, both, both)).toEqual({ merged: both, conflicts: [] });
});
