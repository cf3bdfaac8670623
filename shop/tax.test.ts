import fc from "fast-check";
import { expect, test } from "vitest";
import { taxIncluded } from "./tax.ts";

const ppn = { numerator: 11, denominator: 111 };

// Checked by hand: price × 11 / 111, half a rupiah up.
test.each([
  [0, 0],
  [5, 0],
  [6, 1],
  [111, 11],
  [111_000, 11_000],
  [85_000, 8_423],
  [100_000, 9_910],
  [1_000_000, 99_099],
])("a price of %i holds %i of PPN", (price, tax) => {
  expect(taxIncluded(price, ppn)).toBe(tax);
});

test("half a rupiah rounds up", () => {
  expect(taxIncluded(3, { numerator: 1, denominator: 2 })).toBe(2);
  expect(taxIncluded(56, { numerator: 12, denominator: 112 })).toBe(6);
});

test("a shop that may not charge PPN shows none", () => {
  expect(taxIncluded(1_000_000, null)).toBe(0);
});

test("a base of 11/12 at 12 % is the same as 11 %", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (price) => {
      const net = price - taxIncluded(price, ppn);
      // Rounding is at most half a rupiah on the tax.
      expect(Math.abs(((net * 11) / 12) * 0.12 - taxIncluded(price, ppn))).toBeLessThan(0.56);
    }),
    { numRuns: 2_000 },
  );
});

test("the tax is the nearest whole rupiah", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (price) => {
      const off = BigInt(taxIncluded(price, ppn)) * 111n - BigInt(price) * 11n;
      expect(off * 2n <= 111n && off * 2n > -111n).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
