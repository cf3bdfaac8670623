import fc from "fast-check";
import { expect, test } from "vitest";
import { type DesignCharge, priceDesign } from "./price-design.ts";
import type { PriceRule } from "./print-spec.ts";
import type { DesignSummary } from "./summarise.ts";

const label = { id: "Uji", en: "Test" };
const amount = fc.integer({ min: 0, max: 1_000_000_000 });
const rule: fc.Arbitrary<PriceRule> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("piece", "side", "area", "ink", "picture"),
    label: fc.constant(label),
    amount,
  }),
  fc.record({
    kind: fc.constant("letter" as const),
    label: fc.constant(label),
    amount,
    above: fc.nat(500),
  }),
  fc.record({
    kind: fc.constant("percent" as const),
    label: fc.constant(label),
    basisPoints: fc.nat(100_000),
  }),
) as fc.Arbitrary<PriceRule>;
const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 6 });
const summary: fc.Arbitrary<DesignSummary> = fc.record({
  sides: names,
  areas: names,
  inks: names,
  maxInksOfAnArea: fc.nat(12),
  letters: fc.nat(600),
  pictures: fc.nat(20),
  squareMillimetres: fc.nat(1_000_000),
});

/** The same in exact fractions, from the words of the rules. */
function oracle(
  rule: PriceRule,
  { sides, areas, inks, pictures, letters }: DesignSummary,
  base: number,
) {
  if (rule.kind === "percent") {
    const doubled = (2n * BigInt(base) * BigInt(rule.basisPoints)) / 10_000n;
    return (doubled + 1n) / 2n;
  }
  const counts = {
    piece: 1,
    side: sides.length,
    area: areas.length,
    ink: inks.length,
    picture: pictures,
    letter: rule.kind === "letter" && letters > rule.above ? letters - rule.above : 0,
  };
  return BigInt(counts[rule.kind]) * BigInt(rule.amount);
}

test("each rule adds what its words say, to the rupiah, for any design and price", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 10 }),
      summary,
      fc.integer({ min: 0, max: 90_000_000_000 }),
      (rules, design, base) => {
        const charges: DesignCharge[] = priceDesign(rules, design, base);
        const expected = rules.map((one) => oracle(one, design, base)).filter((one) => one > 0n);
        expect(charges.map((one) => BigInt(one.amount))).toEqual(expected);
        expect(charges.every(({ count }) => count >= 1)).toBe(true);
      },
    ),
  );
});
