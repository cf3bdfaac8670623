import type { Sql } from "#db/client.server.ts";
import { releaseAllocated, releaseHolds } from "#shop/stock/stock.server.ts";
import { recordEvent } from "./order-event.server.ts";
import { queueOrderMail } from "./order-mail.server.ts";

/** Ends an order that will not be delivered; the caller holds its lock. Stock and promo uses return once. */
export async function closeOrder(
  sql: Sql,
  orderId: string,
  status: "expired" | "canceled",
  details: Readonly<Record<string, unknown>>,
  actorId?: string,
): Promise<void> {
  await releaseHolds(sql, orderId);
  await releaseAllocated(sql, orderId);
  await sql`update promo_redemptions set status = 'released' where order_id = ${orderId} and status = 'claimed'`;
  await sql`
    update payments set status = ${status}
    where order_id = ${orderId} and status in ('created', 'pending', 'authorized')`;
  await sql`
    update orders set status = ${status}, expires_at = null, closed_at = now() where id = ${orderId}`;
  await recordEvent(sql, orderId, status, details, actorId ? { actorId } : {});
  await queueOrderMail(sql, orderId, status);
}
