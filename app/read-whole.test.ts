import { expect, test } from "vitest";
import { readCount, readWhole } from "./read-whole.ts";

test("a whole number of a form has decimal digits only", () => {
  for (const text of ["0x1", "1e2", "1.0", "0b1", "-1", "+1", "Infinity", "", " ", "1 2"])
    expect(readWhole(text)).toBeNaN();
  expect(readWhole(new File([], "1"))).toBeNaN();
  expect([readWhole("0"), readWhole(" 12 "), readWhole("007")]).toEqual([0, 12, 7]);
  expect([readCount(""), readCount("3")]).toEqual([0, 3]);
  expect(readCount("0x1")).toBeNaN();
});
