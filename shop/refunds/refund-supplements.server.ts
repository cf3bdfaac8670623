import type { Sql } from "#db/client.server.ts";
import { goodsShare } from "#shop/orders/refund-sum.ts";
import {
  channelFor,
  insertRefund,
  type RefundReason,
} from "#shop/payments/request-refund.server.ts";
import { paymentToRefund } from "./payment-to-refund.server.ts";

interface SupplementLine {
  readonly order_id: string;
  readonly order_line_id: string;
  readonly quantity: number;
  readonly unit_totals: number[];
  readonly refunded: number;
}

/**
 * Gives back what the same pieces cost more since the order, by dearer versions of their designs (decision 0218): whoever
 * gets a piece back gets all that was paid for it. The caller holds the order's lock.
 */
export async function refundSupplements(
  sql: Sql,
  orderId: string,
  pieces: readonly { readonly order_line_id: string; readonly quantity: number }[],
  { key, reason, notify }: { key: string; reason: RefundReason; notify: boolean },
): Promise<void> {
  await sql`
    select from orders where supplement_of = ${orderId} order by created_at, id for update`;
  const rows = await sql<(SupplementLine & { of_line: string })[]>`
    select s.order_line_id as of_line, l.order_id, l.id as order_line_id, l.unit_totals, l.quantity, (
      select coalesce(sum(r.quantity), 0)::int from refund_lines r where r.order_line_id = l.id) as refunded
    from private.design_supplements s join order_lines l on l.order_id = s.order_id
    where s.state = 'applied' and s.order_line_id = any (${pieces.map(({ order_line_id }) => order_line_id)}::uuid[])
    order by s.created_at, s.id`;
  for (const { of_line, ...line } of rows) {
    const asked = pieces.find(({ order_line_id }) => order_line_id === of_line)?.quantity ?? 0;
    const quantity = Math.min(asked, line.quantity - line.refunded);
    const payment = quantity > 0 ? await paymentToRefund(sql, line.order_id) : undefined;
    if (!payment) continue;
    const goods = goodsShare(line, quantity);
    // A payment method's discount was never paid, so subtract it from the last refund.
    const fee = Math.min(0, Math.max(payment.fee, payment.remaining - goods));
    // Staff may have given back a part of it as goodwill, or its bank took it.
    const isWhole = goods > 0 && goods + fee > 0 && goods + fee <= payment.remaining;
    const { order_line_id } = line;
    await insertRefund(sql, {
      ...{ paymentId: payment.id, key, reason, notify, shipping: 0, goodwill: 0 },
      channel: channelFor(payment.provider, payment.method),
      ...(isWhole
        ? { lines: [{ order_line_id, quantity, amount: goods }], fee, overpaid: 0 }
        : { lines: [], fee: 0, overpaid: Math.min(goods, payment.remaining) }),
    });
  }
}
