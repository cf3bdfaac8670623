import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { rateSchema, readTiers, type TypedTier } from "./rate-input.ts";

const tier = (from: string, to: string, price: string): TypedTier => ({ from, to, price });

describe("typed tiers", () => {
  test.each([
    [
      "a gap after the first",
      [tier("", "1000", "9000"), tier("1500", "2000", "12000")],
      "tier_gap",
      2,
    ],
    ["a gap before the first", [tier("10", "1000", "9000")], "tier_gap", 1],
    ["an overlap", [tier("", "1000", "9000"), tier("500", "2000", "12000")], "tier_overlap", 2],
    ["a fall", [tier("", "1000", "9000"), tier("", "900", "12000")], "tier_overlap", 2],
    [
      "the same end twice",
      [tier("", "1000", "9000"), tier("", "1000", "12000")],
      "tier_overlap",
      2,
    ],
    [
      "one after the open end",
      [tier("", "", "9000"), tier("", "900", "1")],
      "tier_open_not_last",
      2,
    ],
    ["a negative price", [tier("", "1000", "-1")], "tier_price_invalid", 1],
    ["a fraction", [tier("", "1000,5", "1")], "tier_number_invalid", 1],
    ["no price", [tier("", "1000", "")], "tier_price_invalid", 1],
    ["a price with too many zeros", [tier("", "1000", "100000001")], "tier_price_too_high", 1],
    ["nothing at all", [tier("", "", "")], "tiers_missing", 1],
  ])("are refused for %s, with the row", (_, rows, problem, row) => {
    expect(readTiers(rows)).toEqual({ problem, row });
  });

  test("continue where the tier before ends, and empty rows do not count", () => {
    const rows = [
      tier("0", "1.000", "9.000"),
      tier("", "", ""),
      tier("1.000", "5000", "12rb"),
      tier("", "", "20.000"),
    ];
    expect(readTiers(rows)).toEqual({
      tiers: [
        { up_to: 1_000, price: 9_000 },
        { up_to: 5_000, price: 12_000 },
        { up_to: null, price: 20_000 },
      ],
    });
  });

  test("are never accepted with a gap or an overlap", () => {
    const typed = fc.oneof(fc.constant(""), fc.nat({ max: 12 }).map(String));
    const rows = fc.array(fc.record({ from: typed, to: typed, price: typed }), { maxLength: 6 });
    let accepted = 0;
    fc.assert(
      fc.property(rows, (given) => {
        const read = readTiers(given);
        if (!("tiers" in read)) return;
        accepted++;
        const filled = given.filter(({ from, to, price }) => from + to + price !== "");
        expect(read.tiers).toHaveLength(filled.length);
        let end: number | null = 0;
        for (const [index, { from, to }] of filled.entries()) {
          const starts: number = from === "" ? Number(end) : Number(from);
          expect(end).not.toBeNull();
          expect(starts).toBe(end);
          end = to === "" ? null : Number(to);
          if (end !== null) expect(end).toBeGreaterThan(starts);
          expect(read.tiers[index]?.up_to).toBe(end);
        }
        // Every amount up to the last end has exactly one tier.
        for (let amount = 1; amount <= 13; amount++) {
          const of = read.tiers.filter(({ up_to }, index) => {
            const from: number = index === 0 ? 0 : (read.tiers[index - 1]?.up_to ?? 0);
            return amount > from && (up_to === null || amount <= up_to);
          });
          expect(of.length).toBe(end === null || amount <= end ? 1 : 0);
        }
      }),
      { numRuns: 20_000, seed: 20_261_123 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

describe("a rate", () => {
  const good = {
    pricing: "per_kg",
    first_kg: "9.000",
    next_kg: "8000",
    min_days: "1",
    max_days: "2",
    free_from: "",
    max_subsidy: "",
  };
  const problemsOf = (changes: object) => {
    const read = v.safeParse(rateSchema, { ...good, ...changes });
    return read.success ? [] : read.issues.map(({ message }) => message);
  };

  test("is read with defaults for the fields of other pricings", () => {
    expect(v.parse(rateSchema, { ...good, flat_price: "rubbish" })).toEqual({
      pricing: "per_kg",
      first_kg: 9_000,
      next_kg: 8_000,
      flat_price: 0,
      percent: 0,
      tiers: [],
      min_days: 1,
      max_days: 2,
      free_from: null,
      max_subsidy: null,
    });
  });

  test.each([
    ["a negative price", { first_kg: "-1" }, "amount_invalid"],
    ["a fraction of a rupiah", { first_kg: "9000,5" }, "amount_invalid"],
    ["a price in words", { first_kg: "murah" }, "amount_invalid"],
    ["no price", { first_kg: " " }, "required"],
    ["a huge price", { first_kg: "100.000.001" }, "amount_too_high"],
    ["a price beyond every number", { first_kg: "9".repeat(30) }, "amount_too_high"],
    ["days that go back", { min_days: "3", max_days: "2" }, "days_reversed"],
    ["negative days", { min_days: "-1" }, "number_invalid"],
    ["days beyond the most", { max_days: "61" }, "number_too_high"],
    ["a subsidy without a threshold", { max_subsidy: "1000" }, "subsidy_without_threshold"],
    ["more than all of the goods", { pricing: "percent", percent: "101" }, "number_too_high"],
    ["an unknown pricing", { pricing: "free" }, "invalid_input"],
  ])("is refused for %s", (_, changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem]);
  });
});
