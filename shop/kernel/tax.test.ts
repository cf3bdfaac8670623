import fc from "fast-check";
import { expect, test } from "vitest";
import { type TaxRate, taxBase, taxIncluded as taxIn } from "./tax.ts";

/** 12 % on 11/12 of the price, and on the whole price. */
const ppn: TaxRate = { rate_basis_points: 1_200, base_numerator: 11, base_denominator: 12 };
const luxury: TaxRate = { ...ppn, base_numerator: 1, base_denominator: 1 };
const taxIncluded = (amount: number, rate: TaxRate | null) =>
  taxIn(amount, "goods", rate && { goods: rate });

// Computed by hand: price × 11 / 111, half a rupiah rounds up.
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
  expect(taxIncluded(3, { ...luxury, rate_basis_points: 10_000 })).toBe(2);
  expect(taxIncluded(56, luxury)).toBe(6);
});

test("a shop that may not charge PPN shows none", () => {
  expect(taxIncluded(1_000_000, null)).toBe(0);
});

test("a class without a rate, and one that is exempt, hold none", () => {
  expect(taxIn(1_000_000, "goods", { shipping: ppn })).toBe(0);
  expect(taxIn(1_000_000, "goods", { goods: { ...ppn, rate_basis_points: 0 } })).toBe(0);
});

test("the printed tax is the printed rate of the printed base", () => {
  // Rp111.000: net 100.000, DPP nilai lain 91.667, PPN 12 % 11.000.
  expect(taxBase(11_000, ppn)).toBe(91_667);
  expect(taxBase(12_000, luxury)).toBe(100_000);
});

test("a base of 11/12 at 12 % is the same as 11 %", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (price) => {
      const net = price - taxIncluded(price, ppn);
      // Rounding changes the tax by half a rupiah at most.
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
