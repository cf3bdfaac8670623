import type { Sql } from "#db/client.server.ts";

export interface RefundablePayment {
  id: string;
  provider: string;
  method: string;
  /** The payment method's surcharge minus its refunds; negative for a discount. */
  fee: number;
  /** Captured, minus the refunds made and promised. */
  remaining: number;
}

/** The payment with the highest balance of the order, which is nearly always the only one. */
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
      b.available as remaining
    from payments p join private.payment_balances b on b.payment_id = p.id
    where p.order_id = ${orderId} order by b.available desc limit 1`;
  return payment && payment.remaining > 0 ? payment : undefined;
}
