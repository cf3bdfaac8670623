import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fairShares } from "#tests/support/oracles/fraction.ts";
import { formatRupiah, parseRupiah, prorate } from "./money.ts";

const runs = { numRuns: 2_000 };
const amounts = fc.oneof(
  fc.integer({ min: 0, max: 1_000 }),
  fc.integer({ min: 0, max: 1_000_000_000_000 }),
);

describe("formatRupiah", () => {
  test.each([
    [0, "Rp0"],
    [999, "Rp999"],
    [1_000, "Rp1.000"],
    [1_250_000, "Rp1.250.000"],
    [-18_000, "−Rp18.000"],
  ])("%i is written %s", (amount, text) => {
    expect(formatRupiah(amount)).toBe(text);
    expect(formatRupiah(amount, "en")).toBe(text);
  });

  test("a formatted amount can be parsed again", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseRupiah(formatRupiah(amount))).toBe(amount);
      }),
      runs,
    );
  });
});

describe("parseRupiah", () => {
  test.each([
    ["1.250.000", 1_250_000],
    ["1250000", 1_250_000],
    ["Rp 50.000", 50_000],
    ["rp.50.000", 50_000],
    ["1,25 jt", 1_250_000],
    ["1,25jt", 1_250_000],
    ["50rb", 50_000],
    ["2 juta", 2_000_000],
    ["7,5 ribu", 7_500],
    ["0,000001 jt", 1],
    ["8,29 jt", 8_290_000],
    ["1.129,999 rb", undefined],
    ["1129,999 rb", 1_129_999],
    ["0,0001 rb", undefined],
    ["1,0005 rb", undefined],
    ["99999999999999 jt", undefined],
    ["99999999999999999", undefined],
    ["1.25.000", undefined],
    ["1,5", undefined],
    ["-5000", undefined],
    ["1e6", undefined],
    ["", undefined],
    ["Rp", undefined],
    ["sejuta", undefined],
  ])("%s is %s", (text, amount) => {
    expect(parseRupiah(text)).toBe(amount);
  });

  test("a short form is the exact amount or none", () => {
    const digits = fc.integer({ min: 0, max: 999_999 }).map((n) => String(n).padStart(6, "0"));
    fc.assert(
      fc.property(fc.nat({ max: 9_000_000 }), digits, (whole, fraction) => {
        const exact = BigInt(whole) * 1_000_000n + BigInt(fraction);
        expect(parseRupiah(`${whole},${fraction} jt`)).toBe(Number(exact));
        const expected = exact % 1_000n === 0n ? Number(exact / 1_000n) : undefined;
        expect(parseRupiah(`${whole},${fraction} rb`)).toBe(expected);
      }),
      runs,
    );
  });
});

describe("prorate", () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [2, [1, 1, 1], [1, 1, 0]],
    [10_000, [85_000, 0, 15_000], [8_500, 0, 1_500]],
    [0, [5, 5], [0, 0]],
    [7, [0, 0], [0, 0]],
    [7, [], []],
  ])("%i over %j is %j", (amount, weights, parts) => {
    expect(prorate(amount, weights)).toEqual(parts);
  });

  test("the parts sum to the whole, each within one of its exact share, as Hamilton would have it", () => {
    const weights = fc.array(fc.oneof(fc.constant(0), amounts), { maxLength: 12 });
    fc.assert(
      fc.property(amounts, weights, (amount, given) => {
        const parts = prorate(amount, given);
        const sum = given.reduce((total, weight) => total + BigInt(weight), 0n);
        expect(parts.reduce((total, part) => total + part, 0)).toBe(sum === 0n ? 0 : amount);
        for (const [index, part] of parts.entries()) {
          const off = BigInt(part) * sum - BigInt(amount) * BigInt(given[index] ?? 0);
          if (sum > 0n) expect(off < sum && off > -sum).toBe(true);
        }
        expect(parts).toEqual(fairShares(BigInt(amount), given.map(BigInt)).map(Number));
      }),
      runs,
    );
  });

  test("a discount within the weights never takes more than a weight", () => {
    fc.assert(
      fc.property(fc.array(amounts, { minLength: 1, maxLength: 8 }), fc.nat(), (weights, pick) => {
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const parts = prorate(sum === 0 ? 0 : pick % (sum + 1), weights);
        expect(parts.every((part, index) => part >= 0 && part <= (weights[index] ?? 0))).toBe(true);
      }),
      runs,
    );
  });
});
