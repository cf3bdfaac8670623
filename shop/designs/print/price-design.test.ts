import fc from "fast-check";
import { expect, test } from "vitest";
import { designSummaries, priceRules } from "#tests/support/builders/design-prices.ts";
import { expectedParts } from "#tests/support/oracles/design-price-oracle.ts";
import { priceDesign } from "./price-design.ts";

test("each rule adds what its words say, to the rupiah, for any design, price and number of pieces", () => {
  fc.assert(
    fc.property(
      fc.array(priceRules, { maxLength: 10 }),
      designSummaries,
      fc.record({
        base: fc.integer({ min: 0, max: 90_000_000_000 }),
        pieces: fc.integer({ min: 1, max: 200 }),
        isSetUp: fc.boolean(),
      }),
      (rules, summary, run) => {
        const { unit, setup, parts } = priceDesign(rules, summary, run);
        const expected = expectedParts({ rules, summary, ...run }, run.base, run.pieces).filter(
          ({ kind, amount }) => amount > 0n && !(kind === "setup" && run.isSetUp),
        );
        expect(parts.map(({ kind, amount }) => ({ kind, amount: BigInt(amount) }))).toEqual(
          expected,
        );
        expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(unit + setup);
        expect(parts.every(({ count }) => count >= 1)).toBe(true);
      },
    ),
  );
});
