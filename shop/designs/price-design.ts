import type { Rupiah } from "#shop/money.ts";
import type { PriceRule } from "./print-spec.ts";
import type { DesignSummary } from "./summarise.ts";

/** What one rule of a print specification adds to the price of one piece. */
export interface DesignCharge {
  readonly kind: PriceRule["kind"];
  /** How often the rule applied, at least once. */
  readonly count: number;
  /** Whole rupiah for all of `count` together, with tax. */
  readonly amount: Rupiah;
}

/**
 * What personalising adds to the price of one piece, part by part; rules that add nothing are left out.
 * @param base whole rupiah of the piece without personalising
 */
export function priceDesign(
  rules: readonly PriceRule[],
  summary: DesignSummary,
  base: Rupiah,
): DesignCharge[] {
  return rules.map((rule) => charge(rule, summary, base)).filter(({ amount }) => amount > 0);
}

function charge(rule: PriceRule, summary: DesignSummary, base: Rupiah): DesignCharge {
  const { kind } = rule;
  const times = (count: number, amount: Rupiah) => ({ kind, count, amount: count * amount });
  switch (rule.kind) {
    case "piece":
      return times(1, rule.amount);
    case "side":
      return times(summary.sides.length, rule.amount);
    case "area":
      return times(summary.areas.length, rule.amount);
    case "ink":
      return times(summary.inks.length, rule.amount);
    case "picture":
      return times(summary.pictures, rule.amount);
    case "letter":
      return times(Math.max(0, summary.letters - rule.above), rule.amount);
    case "percent":
      return times(1, partOf(base, rule.basisPoints));
  }
}

/** Half up. Exact: the product of both stays below 2^53 for prices up to 90 billion rupiah. */
function partOf(base: Rupiah, basisPoints: number): Rupiah {
  return Math.floor((base * basisPoints + 5_000) / 10_000);
}
