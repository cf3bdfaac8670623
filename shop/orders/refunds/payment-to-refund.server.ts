import type { Sql } from "#db/client.server.ts";

export interface RefundablePayment {
  id: string;
  provider: string;
  method: string;
  /** The payment method's surcharge minus its refunds; negative for a discount. */
  fee: number;
  /**
   * Captured, minus requested and completed refunds. For an order with a deposit, the sum over its payments: `insertRefund`
   * divides a refund that exceeds one of them.
   */
  remaining: number;
}

/** The order's payment with the largest refundable amount, usually its only one. A payment of the balance comes first. */
export async function paymentToRefund(
  sql: Sql,
  orderId: string,
): Promise<RefundablePayment | undefined> {
  const [payment] = await sql<RefundablePayment[]>`
    select p.id, p.provider, p.method,
      (
        select o.total - o.subtotal + o.discount - o.shipping - (
          select coalesce(sum(r.fee), 0) from refunds r where r.order_id = o.id)::bigint
        from orders o where o.id = p.order_id
      ) as fee,
      case p.part when 'whole' then b.available else (
        select sum(a.available) from private.payment_balances a where a.order_id = p.order_id)::bigint end as remaining
    from payments p join private.payment_balances b on b.payment_id = p.id
    where p.order_id = ${orderId}
    order by p.part = 'balance' and b.available > 0 desc, b.available desc limit 1`;
  return payment && payment.remaining > 0 ? payment : undefined;
}
