import { expect, test } from "vitest";
import { noteDuration, slowness } from "./pace.ts";

test("slowness compares the last answers with the usual ones, and forgets them", () => {
  expect(slowness("none")).toBe(1);
  for (let n = 0; n < 100; n++) noteDuration("placing", 20, n);
  expect(slowness("placing", 100)).toBeCloseTo(1);
  for (let n = 0; n < 5; n++) noteDuration("placing", 100, 100 + n);
  expect(slowness("placing", 105)).toBeGreaterThan(2);
  for (let n = 0; n < 30; n++) noteDuration("placing", 20, 106 + n);
  expect(slowness("placing", 136)).toBeLessThan(1.2);
  noteDuration("placing", 500, 140);
  expect(slowness("placing", 140 + 10_001)).toBe(1);
});
