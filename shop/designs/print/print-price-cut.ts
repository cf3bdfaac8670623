import type { PriceRule } from "#shop/designs/document/print-spec.ts";

/** Highest number that the schema of a rule accepts for letters that are included. */
const maxIncluded = 500;

/**
 * By how many percent the price rules of a print fall, rounded up: the largest fall among everything that rules count; 0
 * where nothing falls. Rules that count the same thing are added up, so a price may move from one to another.
 */
export function printPriceCut(before: readonly PriceRule[], after: readonly PriceRule[]): number {
  const then = chargesOf(before, [before, after].flat());
  const now = chargesOf(after, [before, after].flat());
  const cuts = then.map((amount, index) => {
    const less = amount - (now[index] ?? 0);
    return less > 0 ? Math.ceil((less * 100) / amount) : 0;
  });
  return Math.max(0, ...cuts);
}

/** What rules charge for one of each thing, at each number of pieces and letters at which a charge may change. */
function chargesOf(rules: readonly PriceRule[], all: readonly PriceRule[]): number[] {
  const sum = (amountOf: (rule: PriceRule) => number) =>
    rules.reduce((total, rule) => total + amountOf(rule), 0);
  const pieces = all.flatMap((rule) =>
    rule.kind === "quantity" ? rule.steps.map(({ from }) => from) : [],
  );
  const letters = Array.from({ length: maxIncluded + 1 }, (_, index) => index + 1);
  return [
    ...(["side", "area", "ink", "picture", "setup"] as const).map((kind) =>
      sum((rule) => (rule.kind === kind ? rule.amount : 0)),
    ),
    sum((rule) => (rule.kind === "percent" ? rule.basisPoints : 0)),
    // One letter more than all that are included, wherever that begins.
    sum((rule) => (rule.kind === "letter" ? rule.amount : 0)),
    ...letters.map((count) =>
      sum((rule) => (rule.kind === "letter" ? Math.max(0, count - rule.above) * rule.amount : 0)),
    ),
    ...[1, ...pieces].map((count) => sum((rule) => pieceAmount(rule, count))),
  ];
}

function pieceAmount(rule: PriceRule, pieces: number): number {
  if (rule.kind === "piece") return rule.amount;
  if (rule.kind !== "quantity") return 0;
  return rule.steps.findLast(({ from }) => from <= pieces)?.amount ?? 0;
}
