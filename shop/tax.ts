import type { Rupiah } from "#shop/money.ts";

/**
 * PPN that a tax-inclusive amount holds. `numerator / denominator` is 11/111 for ordinary goods: 12 % of a base of
 * 11/12 of the price (PMK 131/2024). Half a rupiah rounds up. Zero for a shop that may not charge PPN.
 */
export interface TaxRate {
  readonly numerator: number;
  readonly denominator: number;
}

export function taxIncluded(amount: Rupiah, rate: TaxRate | null): Rupiah {
  if (rate === null) return 0;
  const doubled = 2n * BigInt(amount) * BigInt(rate.numerator) + BigInt(rate.denominator);
  return Number(doubled / (2n * BigInt(rate.denominator)));
}

/**
 * What an invoice must show of the PPN inside a price: the tax, and the "other value" it is 12 % of, which is 11/12 of
 * the price without tax (PMK 131/2024). Whole rupiah, half rounds up.
 * @returns undefined for a shop that may not charge PPN
 */
export function includedTax(amount: Rupiah): { base: Rupiah; amount: Rupiah } | undefined {
  return amount > 0 ? { base: Math.round((amount * 100) / 12), amount } : undefined;
}
