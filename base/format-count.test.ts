import { expect, test } from "vitest";
import { formatCount } from "./format-count.ts";

test("whole numbers are written as the language's readers write them", () => {
  for (const count of [0, 7, 999, 1_000, 12_500, 999_999, 1_000_000, 1_234_567_890]) {
    expect(formatCount(count, "id")).toBe(count.toLocaleString("id-ID"));
    expect(formatCount(count, "en")).toBe(count.toLocaleString("en-GB"));
  }
});
