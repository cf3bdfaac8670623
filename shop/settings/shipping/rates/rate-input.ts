import * as v from "valibot";
import { parseRupiah, type Rupiah } from "#shop/kernel/money.ts";
import {
  maxGoods,
  maxPrice,
  optionalRupiah,
  typedNumber,
  typedRupiah,
} from "#shop/settings/shipping/typed-values.ts";
import type { RateTier } from "./rates.ts";

export const pricings = ["per_kg", "flat", "weight_tiers", "subtotal_tiers", "percent"] as const;
export type Pricing = (typeof pricings)[number];

/** Working days: the longest transit that a rate may state. */
const maxDays = 60;
const maxTiers = 30;

/** A tier as it is typed: grams or rupiah above `from` up to `to`, and its price. */
export interface TypedTier {
  readonly from: string;
  readonly to: string;
  readonly price: string;
}

export type TierProblem =
  | "tiers_missing"
  | "too_many_tiers"
  | "tier_number_invalid"
  | "tier_price_invalid"
  | "tier_price_too_high"
  /** A tier starts above the end of the one before. */
  | "tier_gap"
  /** A tier starts below the end of the one before, or does not rise above its own start. */
  | "tier_overlap"
  /** A tier without an upper limit is not the last. */
  | "tier_open_not_last";

/**
 * Typed tiers as rising steps without a gap or an overlap. The first starts at zero; an empty `from` continues the tier
 * before; an empty `to` has no upper limit. Rows without anything typed do not count.
 * @returns the tiers, or the problem and the number of its row, from 1
 */
export function readTiers(
  rows: readonly TypedTier[],
):
  | { readonly tiers: readonly RateTier[] }
  | { readonly problem: TierProblem; readonly row: number } {
  const tiers: RateTier[] = [];
  // Where the next tier starts; null after one without an upper limit.
  let start: number | null = 0;
  for (const [index, row] of rows.entries()) {
    const [from, to, price] = [row.from.trim(), row.to.trim(), row.price.trim()];
    if (from === "" && to === "" && price === "") continue;
    const refused = (problem: TierProblem) => ({ problem, row: index + 1 });
    if (tiers.length >= maxTiers) return refused("too_many_tiers");
    if (start === null) return refused("tier_open_not_last");
    const typedFrom: number | undefined = from === "" ? start : numberOf(from);
    const upTo = to === "" ? null : numberOf(to);
    if (typedFrom === undefined || upTo === undefined) return refused("tier_number_invalid");
    if (typedFrom > start) return refused("tier_gap");
    if (typedFrom < start || (upTo !== null && upTo <= start)) return refused("tier_overlap");
    const amount: Rupiah | undefined = parseRupiah(price);
    if (amount === undefined) return refused("tier_price_invalid");
    if (amount > maxPrice) return refused("tier_price_too_high");
    tiers.push({ up_to: upTo, price: amount });
    start = upTo;
  }
  return tiers.length === 0 ? { problem: "tiers_missing", row: 1 } : { tiers };
}

/** A whole number, at most `maxGoods`. */
function numberOf(text: string): number | undefined {
  const number = parseRupiah(text);
  return number !== undefined && number <= maxGoods ? number : undefined;
}

const always = {
  min_days: typedNumber(0, maxDays),
  max_days: typedNumber(0, maxDays),
  free_from: optionalRupiah(maxGoods),
  max_subsidy: optionalRupiah(),
};
const typedTiers = v.pipe(
  v.array(v.object({ from: v.string(), to: v.string(), price: v.string() })),
  v.maxLength(200, "too_many_tiers"),
  v.rawTransform<{ from: string; to: string; price: string }[], readonly RateTier[]>(
    ({ dataset, addIssue, NEVER }) => {
      const read = readTiers(dataset.value);
      if ("tiers" in read) return read.tiers;
      addIssue({ message: `${read.problem}:${read.row}` });
      return NEVER;
    },
  ),
);

/** A rate as `rateSchema` reads it and as the table stores it. */
export interface RateInput {
  readonly pricing: Pricing;
  readonly first_kg: Rupiah;
  readonly next_kg: Rupiah;
  readonly flat_price: Rupiah;
  readonly percent: number;
  readonly tiers: readonly RateTier[];
  /** Working days in transit. */
  readonly min_days: number;
  readonly max_days: number;
  readonly free_from: Rupiah | null;
  readonly max_subsidy: Rupiah | null;
}

/** Only the fields of the chosen pricing are read; the others take their defaults. */
export const rateSchema = v.pipe(
  v.variant(
    "pricing",
    [
      v.object({
        pricing: v.literal("per_kg"),
        first_kg: typedRupiah(),
        next_kg: typedRupiah(),
        ...always,
      }),
      v.object({ pricing: v.literal("flat"), flat_price: typedRupiah(), ...always }),
      v.object({ pricing: v.literal("percent"), percent: typedNumber(0, 100), ...always }),
      v.object({ pricing: v.literal("weight_tiers"), tiers: typedTiers, ...always }),
      v.object({ pricing: v.literal("subtotal_tiers"), tiers: typedTiers, ...always }),
    ],
    "invalid_input",
  ),
  v.forward(
    v.check(({ min_days, max_days }) => min_days <= max_days, "days_reversed"),
    ["max_days"],
  ),
  v.forward(
    v.check(
      ({ free_from, max_subsidy }) => max_subsidy === null || free_from !== null,
      "subsidy_without_threshold",
    ),
    ["free_from"],
  ),
  v.transform(
    (rate): RateInput => ({
      first_kg: 0,
      next_kg: 0,
      flat_price: 0,
      percent: 0,
      tiers: [],
      ...rate,
    }),
  ),
);
