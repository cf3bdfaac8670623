import { expect, test } from "vitest";
import { changeOf, readPeriod } from "./sales-period.ts";

test("a change is in per cent of the previous period, and an unknown length is 30 days", () => {
  expect([changeOf(150, 100), changeOf(50, 100), changeOf(5, 0)]).toEqual([50, -50, null]);
  expect([readPeriod("7"), readPeriod("90"), readPeriod("8"), readPeriod(null)]).toEqual([
    7, 90, 30, 30,
  ]);
});
