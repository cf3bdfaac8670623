import fc from "fast-check";
import type { PriceRule } from "#shop/designs/document/print-spec.ts";
import type { DesignSummary } from "#shop/designs/draw/summarise.ts";

/* Price rules and designs of every kind; half of all mistakes are visible only with small amounts. */

const label = fc.constant({ id: "Uji", en: "Test" });
const amount = fc.oneof(fc.nat(40), fc.integer({ min: 0, max: 1_000_000 }));

const steps = fc
  .uniqueArray(fc.record({ from: fc.integer({ min: 2, max: 120 }), amount }), {
    selector: ({ from }) => from,
    maxLength: 4,
  })
  .chain((later) =>
    amount.map((first) => {
      const amounts = [first, ...later.map((step) => step.amount)].sort((a, b) => b - a);
      const froms = [1, ...later.map((step) => step.from)].sort((a, b) => a - b);
      return froms.map((from, index) => ({ from, amount: amounts[index] ?? 0 }));
    }),
  );

export const priceRules: fc.Arbitrary<PriceRule> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("piece", "side", "area", "ink", "picture", "setup"),
    label,
    amount,
  }),
  fc.record({ kind: fc.constant("setup" as const), label, amount }),
  fc.record({ kind: fc.constant("letter" as const), label, amount, above: fc.nat(500) }),
  fc.record({ kind: fc.constant("percent" as const), label, basisPoints: fc.nat(100_000) }),
  fc.record({ kind: fc.constant("quantity" as const), label, steps }),
) as fc.Arbitrary<PriceRule>;

const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 6 });
export const designSummaries: fc.Arbitrary<DesignSummary> = fc.record({
  sides: names,
  areas: names,
  inks: names,
  maxInksOfAnArea: fc.nat(12),
  letters: fc.nat(600),
  pictures: fc.nat(20),
  squareMillimetres: fc.nat(1_000_000),
});
