import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import { closeOrder } from "#shop/orders/close-order.server.ts";
import { settlePayment } from "#shop/payments/settle-payment.server.ts";

/**
 * The job: an order whose time to pay and grace are over lapses, and what it had set aside is free again. Its open
 * attempts are closed at the provider and looked at first: money that came in the last moment counts.
 */
export async function expireOrder(orderId: string): Promise<void> {
  const open = await asShop()<{ id: string; provider: string; provider_payment_id: string }[]>`
    select p.id, p.provider, p.provider_payment_id from payments p join orders o on o.id = p.order_id
    where p.order_id = ${orderId} and o.status = 'awaiting_payment' and p.provider_payment_id is not null
      and p.status in ('pending', 'authorized', 'declined')`;
  for (const attempt of open) {
    await findProvider(attempt.provider).cancel(attempt.provider_payment_id);
    await settlePayment(attempt.id);
  }
  await inTransaction((sql) => expire(sql, orderId));
}

async function expire(sql: Sql, orderId: string): Promise<void> {
  const [order] = await sql<{ lapses: boolean }[]>`
    select status = 'awaiting_payment'
      and expires_at + make_interval(mins => hold_grace_minutes) <= now() as lapses
    from orders cross join shop_settings where id = ${orderId} for update of orders`;
  if (order?.lapses) await closeOrder(sql, orderId, "expired", {});
}
