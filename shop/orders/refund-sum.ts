import type { Rupiah } from "#shop/kernel/money.ts";

/** The fields of an order line that a refund needs. */
export interface LineToRefund {
  /** The price of each piece. */
  readonly unit_totals: readonly Rupiah[];
  /** Pieces refunded before; the next ones follow in order. */
  readonly refunded: number;
}

/**
 * The exact price of some pieces of a line, with discounts prorated: refunds of all its pieces, in any number of steps,
 * add up to the line to the rupiah.
 */
export function goodsShare(line: LineToRefund, quantity: number): Rupiah {
  return line.unit_totals
    .slice(line.refunded, line.refunded + quantity)
    .reduce((sum, unit) => sum + unit, 0);
}

/**
 * Refunds of the order's own total. Refunds of overpayments, e.g. of a second payment, do not count.
 */
export function returnedOfTotal(order: {
  readonly total: Rupiah;
  readonly paid_total: Rupiah;
  readonly refunded_total: Rupiah;
}): Rupiah {
  return Math.max(0, Math.min(order.refunded_total, order.total - order.paid_total));
}

/** A supplement's line: the price increase of the pieces of an order line (docs/why/orders.md). */
export interface SupplementShare extends LineToRefund {
  /** The order's line. */
  readonly of_line: string;
}

/** What goes back from supplements with some pieces of an order's line. */
export function supplementsShare(
  shares: readonly SupplementShare[],
  lineId: string,
  quantity: number,
): Rupiah {
  return shares
    .filter(({ of_line }) => of_line === lineId)
    .reduce((sum, share) => sum + goodsShare(share, quantity), 0);
}

interface RefundLimits {
  /** Captured, minus the refunds made and promised. */
  readonly refundable: Rupiah;
  /** The payment method's surcharge; negative for a deduction, e.g. the code of a bank transfer. */
  readonly payment_fee: Rupiah;
}

/**
 * The amount to pay for a refund of goods and delivery, whole rupiah. A negative `payment_fee` was never paid, so a
 * refund above the refundable amount is reduced by up to this fee.
 */
export function refundSum(asked: Rupiah, { refundable, payment_fee }: RefundLimits): Rupiah {
  return asked + Math.min(0, Math.max(payment_fee, refundable - asked));
}
