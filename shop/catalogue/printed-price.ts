import type { Rupiah } from "#shop/kernel/money.ts";

/** What the cheapest print adds to the price of one piece. */
export interface PrintFrom {
  /** Whole rupiah. */
  readonly amount: Rupiah;
  /** Hundredths of a percent of the price without the print. */
  readonly points: number;
}

/** The lowest price of one piece with its print, as private.with_print in SQL. @param print null: it is sold without one */
export function printedPrice(price: Rupiah, print: PrintFrom | null): Rupiah {
  return print ? price + print.amount + Math.floor((price * print.points + 5_000) / 10_000) : price;
}
