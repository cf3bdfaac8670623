import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import {
  channelFor,
  insertRefund,
  type RefundReason,
} from "#shop/orders/payments/request-refund.server.ts";
import { goodsShare } from "#shop/orders/refund-sum.ts";
import { paymentToRefund } from "./payment-to-refund.server.ts";

/** What a refund of an order's supplements has of the order's own. */
export interface SupplementRefund {
  readonly key: string;
  readonly reason: RefundReason;
  readonly note?: string;
  readonly notify: boolean;
  readonly actorId: string;
}

interface SupplementLine {
  readonly order_id: string;
  readonly order_line_id: string;
  readonly quantity: number;
  readonly unit_totals: number[];
  readonly refunded: number;
}

/**
 * Refunds the supplements of refunded pieces (docs/why/orders.md), so that a buyer gets back everything that was paid
 * for a piece. The caller holds the locks of the order and of its supplements.
 */
export async function refundSupplements(
  sql: Sql,
  pieces: readonly { readonly order_line_id: string; readonly quantity: number }[],
  shared: SupplementRefund,
): Promise<void> {
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
      ...shared,
      paymentId: payment.id,
      shipping: 0,
      goodwill: 0,
      channel: channelFor(payment.provider, payment.method),
      ...(isWhole
        ? { lines: [{ order_line_id, quantity, amount: goods }], fee, overpaid: 0 }
        : { lines: [], fee: 0, overpaid: Math.min(goods, payment.remaining) }),
    });
  }
}

/** Locks the supplements of a locked order. @returns the ids of those whose version was printed or will be, newest first */
export async function lockSupplements(sql: Sql, orderId: string): Promise<readonly string[]> {
  const rows = await sql<{ id: string; state: string }[]>`
    select n.id, s.state from orders n join private.design_supplements s on s.order_id = n.id
    where n.supplement_of = ${orderId} order by n.created_at, n.id for update of n`;
  return rows.flatMap(({ id, state }) => (state === "applied" ? [id] : [])).reverse();
}

/**
 * Gives back money of supplements that no pieces account for, from their own payments, newest first.
 * @returns the first refund
 */
export async function refundFromSupplements(
  sql: Sql,
  supplements: readonly string[],
  amount: Rupiah,
  shared: SupplementRefund,
): Promise<Result<{ refund_id: string }, "nothing_to_refund" | "refund_exceeds_payment">> {
  let open = amount;
  let first: string | undefined;
  for (const id of supplements) {
    const payment = open > 0 ? await paymentToRefund(sql, id) : undefined;
    if (!payment) continue;
    const goodwill = Math.min(open, payment.remaining);
    const refundId = await insertRefund(sql, {
      ...shared,
      key: `${shared.key}:goodwill`,
      paymentId: payment.id,
      channel: channelFor(payment.provider, payment.method),
      lines: [],
      shipping: 0,
      fee: 0,
      goodwill,
      overpaid: 0,
    });
    first ??= refundId;
    open -= goodwill;
  }
  if (first === undefined) return fail("nothing_to_refund");
  return open > 0 ? fail("refund_exceeds_payment") : ok({ refund_id: first });
}
