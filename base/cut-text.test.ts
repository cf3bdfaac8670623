import fc from "fast-check";
import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

test.each([
  ["abc", 2, "ab"],
  ["abc", 3, "abc"],
  ["abc", 0, ""],
  ["a😀b", 2, "a"],
  ["a😀b", 3, "a😀"],
  ["😀", 1, ""],
  ["😀", 2, "😀"],
])("%j cut to %i units is %j", (text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});

test("a cut text is a well-formed prefix within the limit, at most one unit shorter than the limit allows", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, length) => {
      const cut = cutText(text, length);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(length);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, length) - 1);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});
