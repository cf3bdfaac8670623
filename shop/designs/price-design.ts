import * as v from "valibot";
import type { Rupiah } from "#shop/money.ts";

const amount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000));
const included = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000));

/** One rule of what personalising a piece adds to its price, in whole rupiah with tax. */
export const priceRuleSchema = v.variant("kind", [
  /** Once for each piece. */
  v.strictObject({ kind: v.literal("piece"), amount }),
  /** For each printed side, area, ink, picture or letter beyond those that are included. */
  v.strictObject({ kind: v.literal("side"), included, amount }),
  v.strictObject({ kind: v.literal("area"), included, amount }),
  v.strictObject({ kind: v.literal("ink"), included, amount }),
  v.strictObject({ kind: v.literal("picture"), included, amount }),
  v.strictObject({ kind: v.literal("letter"), included, amount }),
  /** A part of the piece's own price, in hundredths of a percent, rounded half up to the rupiah. */
  v.strictObject({
    kind: v.literal("percent"),
    basis_points: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
  }),
]);
export type PriceRule = v.InferOutput<typeof priceRuleSchema>;
export const priceRulesSchema = v.pipe(v.array(priceRuleSchema), v.maxLength(20));

/** What the price of a design depends on; counted on the server from what is printed. */
export interface DesignSummary {
  readonly sides: number;
  readonly areas: number;
  readonly inks: number;
  readonly pictures: number;
  /** Letters without spaces. */
  readonly letters: number;
}

/** What one rule adds to one piece. */
export interface DesignCharge {
  readonly kind: PriceRule["kind"];
  /** How often the rule applied, at least once. */
  readonly count: number;
  /** Whole rupiah for all of `count` together. */
  readonly amount: Rupiah;
}

const counted = {
  side: "sides",
  area: "areas",
  ink: "inks",
  picture: "pictures",
  letter: "letters",
} as const satisfies Record<string, keyof DesignSummary>;

/**
 * What personalising adds to the price of one piece, part by part; rules that add nothing are left out.
 * @param base whole rupiah of the piece without personalising
 */
export function priceDesign(
  rules: readonly PriceRule[],
  summary: DesignSummary,
  base: Rupiah,
): DesignCharge[] {
  return rules
    .map((rule): DesignCharge => {
      if (rule.kind === "piece") return { kind: rule.kind, count: 1, amount: rule.amount };
      if (rule.kind === "percent") {
        return { kind: rule.kind, count: 1, amount: partOf(base, rule.basis_points) };
      }
      const count = Math.max(0, summary[counted[rule.kind]] - rule.included);
      return { kind: rule.kind, count, amount: count * rule.amount };
    })
    .filter(({ amount }) => amount > 0);
}

/** Exact: the product of both stays below 2^53 for prices up to 90 billion rupiah. */
function partOf(base: Rupiah, basisPoints: number): Rupiah {
  return Math.floor((base * basisPoints + 5_000) / 10_000);
}
