import type { Rupiah } from "#shop/money.ts";

/** What of a line is asked back. */
export interface LineToRefund {
  /** What each piece cost. */
  readonly unit_totals: readonly Rupiah[];
  /** Pieces that went back before; the next ones follow in order. */
  readonly refunded: number;
}

/**
 * What some pieces of a line cost exactly, discounts shared out: giving all of them back, in however many steps, adds
 * up to the line to the rupiah.
 */
export function goodsShare(line: LineToRefund, quantity: number): Rupiah {
  return line.unit_totals
    .slice(line.refunded, line.refunded + quantity)
    .reduce((sum, unit) => sum + unit, 0);
}
