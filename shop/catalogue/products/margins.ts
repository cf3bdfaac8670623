import type { Rupiah } from "#shop/kernel/money.ts";
import { type TaxTable, taxIncluded } from "#shop/kernel/tax.ts";

/** What margins of a product are computed from. */
export interface Margins {
  /** What a piece of a variant costs, by the variant's id; one without a cost is missing. */
  readonly costs: Readonly<Record<string, Rupiah>>;
  readonly tax: TaxTable;
}

export interface Margin {
  /** What is left of the price without PPN after the cost; negative: below cost. Whole rupiah. */
  readonly amount: Rupiah;
  /** Of the price without PPN, rounded to a whole percent; null for a price of nothing. */
  readonly percent: number | null;
}

/** The margin of a tax-inclusive price. */
export function marginOf(price: Rupiah, cost: Rupiah, taxClass: string, tax: TaxTable): Margin {
  const net = price - taxIncluded(price, taxClass, tax);
  const amount = net - cost;
  return { amount, percent: net > 0 ? Math.round((amount * 100) / net) : null };
}
