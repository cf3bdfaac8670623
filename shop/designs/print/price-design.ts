import type { LocalText } from "#base/language.ts";
import type { PriceRule } from "#shop/designs/document/print-spec.ts";
import type { DesignSummary } from "#shop/designs/draw/summarise.ts";
import type { Rupiah } from "#shop/kernel/money.ts";

/** What one rule of a print specification adds to a price. */
export interface DesignCharge {
  readonly kind: PriceRule["kind"];
  readonly label: LocalText;
  /** How often the rule applied, at least once; of a quantity table the pieces from which its step holds. */
  readonly count: number;
  /** Whole rupiah with tax for all of `count` together: for one piece, or once where the kind is `setup`. */
  readonly amount: Rupiah;
}

export interface DesignPrice {
  /** Whole rupiah that personalising adds to one piece: the sum of its parts. */
  readonly unit: Rupiah;
  /** Whole rupiah once for the design: the sum of its parts. */
  readonly setup: Rupiah;
  /** In the order of the rules; rules that add nothing are left out. */
  readonly parts: readonly DesignCharge[];
}

/** What decides the price of a design besides the design. */
export interface Run {
  /** Whole rupiah of a piece without personalising. */
  readonly base: Rupiah;
  /** Pieces of the order that are printed with the design, of all variants together; at least 1. */
  readonly pieces: number;
  /** The design was set up for an earlier order, see `setupDays`. */
  readonly isSetUp: boolean;
}

/** Days after an order in which its designs are printed again without another set-up. */
export const setupDays = 90;

/** A step of the quantity tables that is not reached yet. */
export interface NextStep {
  /** Pieces of the design, of all variants together. */
  readonly from: number;
  /** Whole rupiah that each piece costs less then. */
  readonly less: Rupiah;
}

/** The next step of the quantity tables; undefined after the last. */
export function nextStep(rules: readonly PriceRule[], pieces: number): NextStep | undefined {
  const amountAt = (steps: readonly { from: number; amount: Rupiah }[], count: number) =>
    steps.findLast(({ from }) => from <= count)?.amount ?? 0;
  const tables = rules.flatMap((rule) => (rule.kind === "quantity" ? [rule.steps] : []));
  const from = Math.min(
    ...tables.flatMap((steps) => steps.flatMap((step) => (step.from > pieces ? [step.from] : []))),
  );
  if (from === Number.POSITIVE_INFINITY) return undefined;
  const less = tables.reduce(
    (sum, steps) => sum + amountAt(steps, pieces) - amountAt(steps, from),
    0,
  );
  return { from, less };
}

/** What personalising costs, part by part. */
export function priceDesign(
  rules: readonly PriceRule[],
  summary: DesignSummary,
  run: Run,
): DesignPrice {
  const parts = rules
    .filter(({ kind }) => kind !== "setup" || !run.isSetUp)
    .map((rule) => charge(rule, summary, run))
    .filter(({ amount }) => amount > 0);
  const sumOf = (some: readonly DesignCharge[]) =>
    some.reduce((sum, { amount }) => sum + amount, 0);
  return {
    unit: sumOf(parts.filter(({ kind }) => kind !== "setup")),
    setup: sumOf(parts.filter(({ kind }) => kind === "setup")),
    parts,
  };
}

function charge(rule: PriceRule, summary: DesignSummary, { base, pieces }: Run): DesignCharge {
  const { kind, label } = rule;
  const times = (count: number, amount: Rupiah) => ({ kind, label, count, amount: count * amount });
  switch (rule.kind) {
    case "piece":
    case "setup":
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
    case "quantity": {
      const step = rule.steps.findLast(({ from }) => from <= pieces);
      return { kind, label, count: step?.from ?? 1, amount: step?.amount ?? 0 };
    }
  }
}

/** Half up. Exact: the product of both stays below 2^53 for prices up to 90 billion rupiah. */
function partOf(base: Rupiah, basisPoints: number): Rupiah {
  return Math.floor((base * basisPoints + 5_000) / 10_000);
}
