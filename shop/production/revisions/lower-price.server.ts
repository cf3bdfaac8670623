import type { Sql } from "#db/client.server.ts";
import { channelFor, insertRefund } from "#shop/orders/payments/request-refund.server.ts";
import { paymentToRefund } from "#shop/orders/refunds/payment-to-refund.server.ts";
import type { PriceChange } from "#shop/production/customisations/price-change.ts";

/**
 * Gives back what a cheaper version costs less, and lowers the price of its lines by it. The caller holds the locks of the
 * orders.
 * @param version the id of the proof: a repeated call gives nothing back
 * @returns false where an order does not hold that money, e.g. because it is paid on delivery; then nothing is stored
 */
export async function lowerPrice(
  sql: Sql,
  version: string,
  { returns }: PriceChange,
): Promise<boolean> {
  const found = [];
  for (const { line, amount } of returns) {
    const payment = await paymentToRefund(sql, line.order_id);
    if (!payment || payment.remaining < amount) return false;
    found.push({ line, amount, payment });
  }
  for (const { line, amount, payment } of found) {
    await insertRefund(sql, {
      paymentId: payment.id,
      key: `design:${version}`,
      reason: "design",
      channel: channelFor(payment.provider, payment.method),
      lines: [],
      shipping: 0,
      fee: 0,
      goodwill: amount,
      overpaid: 0,
      lowersLine: line.line_id,
    });
  }
  return true;
}
