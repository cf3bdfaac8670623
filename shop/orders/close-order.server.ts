import type { Sql } from "#db/client.server.ts";
import { writeOff } from "#shop/catalogue/stock/move-stock.server.ts";
import { releaseAllocated, releaseHolds } from "#shop/catalogue/stock/stock.server.ts";
import { queueOrderMail } from "./mails/order-mail.server.ts";
import { recordEvent } from "./order-event.server.ts";

export interface Closing {
  /** Reason of a cancellation; an expired order has none. */
  readonly reason?: string;
  readonly restock?: boolean;
  readonly refund?: boolean;
  readonly notify?: boolean;
  readonly note?: string;
}

/**
 * Closes an order that will not be delivered and records the event; the caller holds its lock. Stock is released once,
 * and so are promotion uses if nothing was paid.
 */
export async function closeOrder(
  sql: Sql,
  orderId: string,
  status: "expired" | "canceled",
  closing: Closing,
  actorId?: string,
): Promise<void> {
  const { reason = "expired", restock = true, refund = true, notify = true, note = "" } = closing;
  await releaseHolds(sql, orderId);
  await releaseAllocated(sql, orderId);
  // A paid order has used its promotions, even if it is refunded.
  await sql`
    update promo_redemptions r set status = 'released' from orders o
    where r.order_id = ${orderId} and r.status = 'claimed' and o.id = r.order_id
      and o.paid_total = 0 and o.refunded_total = 0`;
  await sql`
    update payments set status = ${status}
    where order_id = ${orderId} and status in ('created', 'pending', 'authorized')`;
  await sql`
    update orders set status = ${status}, expires_at = null, closed_at = now() where id = ${orderId}`;
  await sql`
    insert into order_cancellations (order_id, reason, restock, refund, notify, note, actor_id)
    values (${orderId}, ${reason}, ${restock}, ${refund}, ${notify}, ${note}, ${actorId ?? null})`;
  // After the insert of the cancellation, which private.is_limited_write_off() reads.
  if (!restock) await writeOffLines(sql, orderId, actorId ?? null);
  await recordEvent(
    sql,
    orderId,
    status,
    status === "canceled" ? { reason } : {},
    actorId ? { actorId } : {},
  );
  if (notify) await queueOrderMail(sql, orderId, status);
}

async function writeOffLines(sql: Sql, orderId: string, actorId: string | null): Promise<void> {
  const lines = await sql<{ id: string; quantity: number }[]>`
    select l.id, (l.quantity - (
      select coalesce(sum(w.quantity), 0) from order_withdrawals w where w.order_line_id = l.id))::int as quantity
    from order_lines l where l.order_id = ${orderId}`;
  for (const { id, quantity } of lines) {
    if (quantity > 0) await writeOff(sql, orderId, id, quantity, `canceled:${orderId}`, actorId);
  }
}
