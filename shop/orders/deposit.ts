import type { Rupiah } from "#shop/kernel/money.ts";

/** Percent of the total that a deposit can be. */
export const depositPercents = { least: 10, suggested: 50, most: 90 } as const;
/** Whole rupiah: a smaller deposit is not worth a payment, and neither is a smaller balance. */
export const leastDeposit: Rupiah = 10_000;
const step: Rupiah = 1_000;

/**
 * The deposit of an order, rounded up to thousands.
 * @param percent see `depositPercents`
 * @returns undefined when the total is too small to be divided
 */
export function depositOf(total: Rupiah, percent: number): Rupiah | undefined {
  // In whole numbers: no product is beyond the safe integers.
  const rounded = Math.ceil((total * percent) / (100 * step)) * step;
  const deposit = Math.max(leastDeposit, rounded);
  return total - deposit >= leastDeposit ? deposit : undefined;
}

/** How staff receive money outside the payment methods that the shop offers. */
export const counterMethods = ["cash", "reader", "transfer"] as const;
export type CounterMethod = (typeof counterMethods)[number];
