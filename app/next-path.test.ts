import { describe, expect, test } from "vitest";
import { safeNextPath } from "./next-path.ts";

describe("where to go after signing in", () => {
  test("a page of this site keeps its query and fragment", () => {
    expect(safeNextPath("/Checkout?step=2#pay")).toBe("/Checkout?step=2#pay");
  });

  test.each([
    null,
    "",
    "Checkout",
    "https://shop.evil.test/",
    "//shop.evil.test",
    "/\\shop.evil.test",
    "/\t/shop.evil.test",
    "/\n/shop.evil.test",
    "javascript:alert(1)",
    `/${"a".repeat(3_000)}`,
    `/${"ꦲ".repeat(1_500)}`,
  ])("%j leads nowhere", (next) => {
    expect(safeNextPath(next)).toBeUndefined();
  });
});
