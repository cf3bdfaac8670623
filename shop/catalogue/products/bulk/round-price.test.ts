import fc from "fast-check";
import { expect, test } from "vitest";
import { changePrice, priceEndings } from "./round-price.ts";

test.each([
  [100_000, "percent", 10, "exact", 110_000],
  [99_999, "percent", 10, "exact", 109_999],
  [85_000, "percent", -15, "hundred", 72_300],
  [85_000, "percent", 7, "thousand", 91_000],
  [85_000, "percent", 7, "nine_hundred", 90_900],
  [85_000, "amount", -2_500, "exact", 82_500],
  [85_000, "amount", 500, "thousand", 86_000],
  [1_000, "amount", -5_000, "exact", -4_000],
] as const)("%d by %s %d ending %s is %d", (price, by, value, ending, expected) => {
  expect(changePrice(price, { by, value, ending })).toBe(expected);
});

test("a changed price has the ending and is the nearest one", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: -99, max: 1_000 }),
      fc.constantFrom(...priceEndings),
      (price, value, ending) => {
        const changed = changePrice(price, { by: "percent", value, ending });
        const step = { exact: 1, hundred: 100, thousand: 1_000, nine_hundred: 1_000 }[ending];
        const end = ending === "nine_hundred" ? 900 : 0;
        expect((changed - end) % step === 0).toBe(true);
        expect(Math.abs(changed * 100 - price * (100 + value))).toBeLessThanOrEqual(step * 50);
      },
    ),
  );
});
