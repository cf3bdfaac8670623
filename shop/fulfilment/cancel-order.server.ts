import { fail, ok, type Result } from "#base/result.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { isStaff, type Person } from "#shop/access.ts";
import { closeOrder } from "#shop/orders/close-order.server.ts";
import { closeAttempts } from "#shop/payments/close-attempts.server.ts";
import { requestRefund } from "#shop/payments/refund-payment.server.ts";

export type CancelProblem = "order_not_found" | "order_not_cancelable";
export const cancelReasons = [
  "customer",
  "declined",
  "fraud",
  "inventory",
  "staff",
  "other",
] as const;
export type CancelReason = (typeof cancelReasons)[number];

/**
 * Cancels an order. Customers may until it is packed, staff until something has left. What was paid goes back in
 * full; stock and promo uses return. Cancelling a cancelled order changes nothing and succeeds.
 */
export async function cancelOrder(
  actor: Person,
  orderId: string,
  reason: CancelReason,
): Promise<Result<{ order_id: string }, CancelProblem>> {
  const mine = isStaff(actor) ? asShop()`true` : asShop()`o.customer_id = ${actor.id}`;
  const [waiting] = await asShop()`
    select from orders o where o.id = ${orderId} and ${mine} and o.status = 'awaiting_payment'`;
  if (waiting) await closeAttempts(orderId);
  return inTransaction((sql) => cancel(sql, actor, orderId, reason));
}

async function cancel(
  sql: Sql,
  actor: Person,
  orderId: string,
  reason: CancelReason,
): Promise<Result<{ order_id: string }, CancelProblem>> {
  const [order] = await sql<
    { customer_id: string | null; status: string; is_packed: boolean; fulfilment_status: string }[]
  >`
    select customer_id, status, packed_at is not null as is_packed, fulfilment_status
    from orders where id = ${orderId} for update`;
  if (!order || (order.customer_id !== actor.id && !isStaff(actor))) return fail("order_not_found");
  if (order.status === "canceled") return ok({ order_id: orderId });
  const isOpen = order.status === "awaiting_payment" || order.status === "placed";
  const hasLeft = order.fulfilment_status !== "unfulfilled";
  if (!isOpen || hasLeft || (order.is_packed && !isStaff(actor)))
    return fail("order_not_cancelable");

  await closeOrder(sql, orderId, "canceled", { reason }, actor.id);
  const paid = await sql<{ payment_id: string; amount: number }[]>`
    select payment_id,
      sum(case when kind in ('charge', 'refund_reversed') then amount else -amount end)::bigint as amount
    from payment_transactions where order_id = ${orderId} group by payment_id`;
  for (const payment of paid) {
    if (payment.amount > 0)
      await requestRefund(sql, payment.payment_id, payment.amount, "customer");
  }
  return ok({ order_id: orderId });
}
