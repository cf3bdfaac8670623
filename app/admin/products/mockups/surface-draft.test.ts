import { expect, test } from "vitest";
import { boxMovedTo, firstDraft, wordsOn } from "./surface-draft.ts";

const mug = { w: 200, h: 80 };

test("the first corners have the proportions of the area", () => {
  expect(firstDraft(mug).corners.map(Number)).toEqual([30, 42, 70, 42, 70, 58, 30, 58]);
});

test("moving a corner in proportion does not move the opposite corner", () => {
  const draft = firstDraft(mug);
  expect(boxMovedTo(draft, 2, [80, 50], mug).map(Number)).toEqual([30, 42, 80, 42, 80, 62, 30, 62]);
  expect(boxMovedTo(draft, 0, [20, 50], mug).map(Number)).toEqual([20, 38, 70, 38, 70, 58, 20, 58]);
  const [, , right, , , bottom] = boxMovedTo(draft, 2, [500, 500], mug).map(Number);
  expect([right, bottom], "inside of the picture").toEqual([100, 70]);
});

test("the sample text fits into the area", () => {
  const words = wordsOn(firstDraft(mug));
  expect(words?.path).toMatch(/^M34 51\.6L/);
  expect(words?.size).toBeLessThan(16);
  expect(words?.size).toBeGreaterThan(0);
});
