import type { Rupiah } from "./money.ts";

/**
 * PPN of a class of goods: a rate on a fraction of the price. Ordinary goods are taxed at 12 % of 11/12 of the price
 * ("DPP nilai lain", PMK 131/2024), luxury goods at 12 % of the whole price.
 */
export interface TaxRate {
  /** Hundredths of a percent: 1200 is 12 %. */
  readonly rate_basis_points: number;
  readonly base_numerator: number;
  readonly base_denominator: number;
}

/** Current rates by class; null for a shop that may not charge PPN. */
export type TaxTable = Readonly<Record<string, TaxRate>> | null;

/** The tax class of delivery. */
export const shippingTaxClass = "shipping";

/** The tax included in an amount, and its tax base, the "other value". Whole rupiah. */
export interface IncludedTax {
  readonly base: Rupiah;
  readonly amount: Rupiah;
}

/**
 * PPN inside a tax-inclusive amount; half a rupiah rounds up. At 12 % on 11/12 the tax is 11/111 of the price. Zero for
 * a shop that may not charge PPN, and for a class without a rate.
 */
export function taxIncluded(amount: Rupiah, taxClass: string, table: TaxTable): Rupiah {
  const rate = table?.[taxClass];
  if (!rate || rate.rate_basis_points === 0) return 0;
  const part = BigInt(rate.rate_basis_points) * BigInt(rate.base_numerator);
  const whole = 10_000n * BigInt(rate.base_denominator) + part;
  return Number((2n * BigInt(amount) * part + whole) / (2n * whole));
}

/** The tax base of `amount` at the rate, as an invoice prints it. Half a rupiah rounds up. */
export function taxBase(tax: Rupiah, rate: Pick<TaxRate, "rate_basis_points">): Rupiah {
  const basisPoints = BigInt(rate.rate_basis_points);
  return Number((20_000n * BigInt(tax) + basisPoints) / (2n * basisPoints));
}

/**
 * The PPN of a price as an invoice must show it: the tax and its base, the "other value", which is 11/12 of the price
 * without tax at 12 % (PMK 131/2024). Whole rupiah, half rounds up.
 * @returns undefined for a shop that may not charge PPN
 */
export function includedTax(amount: Rupiah): IncludedTax | undefined {
  return amount > 0 ? { base: taxBase(amount, { rate_basis_points: 1200 }), amount } : undefined;
}
