import type { Rupiah } from "#shop/kernel/money.ts";

/** The range and the default of a deposit, percent of the total. */
export const depositPercents = { least: 10, suggested: 50, most: 90 } as const;
/** Minimum of a deposit and of a balance, whole rupiah: a smaller payment is not worth its cost. */
export const leastDeposit: Rupiah = 10_000;
const step: Rupiah = 1_000;

/**
 * The deposit of an order in whole rupiah, rounded up to thousands, at least `leastDeposit`.
 * @param percent see `depositPercents`
 * @returns undefined when the balance would be below `leastDeposit`
 */
export function depositOf(total: Rupiah, percent: number): Rupiah | undefined {
  // Multiplies before dividing: the product is a whole number below 2^53, so it is exact.
  const rounded = Math.ceil((total * percent) / (100 * step)) * step;
  const deposit = Math.max(leastDeposit, rounded);
  return total - deposit >= leastDeposit ? deposit : undefined;
}
