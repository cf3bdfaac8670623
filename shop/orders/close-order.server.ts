import type { Sql } from "#db/client.server.ts";
import { releaseAllocated, releaseHolds } from "#shop/stock/stock.server.ts";
import { recordEvent } from "./order-event.server.ts";
import { queueOrderMail } from "./order-mail.server.ts";

/** Ends an order that will not be delivered; the caller holds its lock. Stock returns once, and so do uses of
 * promotions as long as nothing was paid. */
export async function closeOrder(
  sql: Sql,
  orderId: string,
  status: "expired" | "canceled",
  details: Readonly<Record<string, unknown>>,
  actorId?: string,
): Promise<void> {
  await releaseHolds(sql, orderId);
  await releaseAllocated(sql, orderId);
  // Who has paid has used the promotion, also when the money goes back.
  await sql`
    update promo_redemptions r set status = 'released' from orders o
    where r.order_id = ${orderId} and r.status = 'claimed' and o.id = r.order_id and o.paid_total = 0`;
  await sql`
    update payments set status = ${status}
    where order_id = ${orderId} and status in ('created', 'pending', 'authorized')`;
  await sql`
    update orders set status = ${status}, expires_at = null, closed_at = now() where id = ${orderId}`;
  await recordEvent(sql, orderId, status, details, actorId ? { actorId } : {});
  await queueOrderMail(sql, orderId, status);
}
