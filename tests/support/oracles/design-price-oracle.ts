import type { PriceRule } from "#shop/designs/document/print-spec.ts";
import type { DesignSummary } from "#shop/designs/draw/summarise.ts";
import { Fraction, total } from "./fraction.ts";

/*
 * An independent calculation of what designs cost, written from the words of the rules and not from the code: every piece
 * by itself, in exact fractions.
 */

export interface DesignedLine {
  /** The version of the design; null on a plain line. */
  readonly version: string | null;
  readonly quantity: number;
  /** Whole rupiah of a piece without its design. */
  readonly base: number;
}

export interface VersionOfOracle {
  readonly rules: readonly PriceRule[];
  readonly summary: DesignSummary;
  readonly isSetUp: boolean;
}

/** What a design adds to one piece, rule by rule, of so many pieces in all lines. */
export function expectedParts(
  { rules, summary }: VersionOfOracle,
  base: number,
  pieces: number,
): { kind: PriceRule["kind"]; amount: bigint }[] {
  return rules.map((rule) => ({ kind: rule.kind, amount: partOf(rule, summary, base, pieces) }));
}

function partOf(rule: PriceRule, summary: DesignSummary, base: number, pieces: number): bigint {
  switch (rule.kind) {
    case "percent":
      return new Fraction(BigInt(base) * BigInt(rule.basisPoints), 10_000n)
        .plus(new Fraction(1n, 2n))
        .floor();
    case "quantity": {
      // Walks from piece to piece, as one who reads the printed table.
      let amount = 0n;
      for (let piece = 1; piece <= pieces; piece++)
        for (const step of rule.steps) if (step.from === piece) amount = BigInt(step.amount);
      return amount;
    }
    default: {
      const counts = {
        piece: 1,
        setup: 1,
        side: summary.sides.length,
        area: summary.areas.length,
        ink: summary.inks.length,
        picture: summary.pictures,
        letter: rule.kind === "letter" ? Math.max(summary.letters - rule.above, 0) : 0,
      };
      return BigInt(counts[rule.kind]) * BigInt(rule.amount);
    }
  }
}

/** What the lines of an order owe for their designs: for each piece, and once. */
export function expectedDesigns(
  lines: readonly DesignedLine[],
  versions: ReadonlyMap<string, VersionOfOracle>,
): { unit: bigint; setup: bigint }[] {
  const most = new Map<string, number>();
  for (const [index, { version, quantity }] of lines.entries()) {
    if (version === null) continue;
    const best = most.get(version);
    if (best === undefined || quantity > (lines[best]?.quantity ?? 0)) most.set(version, index);
  }
  return lines.map(({ version, base }, index) => {
    const found = version === null ? undefined : versions.get(version);
    if (!found) return { unit: 0n, setup: 0n };
    const pieces = lines.flatMap((line) =>
      line.version === version ? Array<bigint>(line.quantity).fill(1n) : [],
    );
    const parts = expectedParts(found, base, Number(total(pieces)));
    const sumOf = (isSetup: boolean) =>
      total(parts.flatMap(({ kind, amount }) => ((kind === "setup") === isSetup ? [amount] : [])));
    const owesSetup = !found.isSetUp && most.get(String(version)) === index;
    return { unit: sumOf(false), setup: owesSetup ? sumOf(true) : 0n };
  });
}
