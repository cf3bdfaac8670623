import type { Sql } from "#db/client.server.ts";
import { queueOrderMail } from "./mails/order-mail.server.ts";
import { recordEvent, undoneStepsKey } from "./order-event.server.ts";

/** Completes an order once all its pieces were delivered, and records the event once. */
export async function completeWhenDelivered(
  sql: Sql,
  orderId: string,
  actorId: string,
): Promise<void> {
  const [done] = await sql<{ was_in_review: boolean }[]>`
    with before as (select id, needs_review from orders where id = ${orderId})
    update orders o set status = 'completed', closed_at = now() from before b
    where o.id = b.id and o.status = 'placed' and o.fulfilment_status = 'delivered'
    returning b.needs_review as was_in_review`;
  if (!done) return;
  const details = done.was_in_review ? { was_in_review: true } : {};
  await recordEvent(sql, orderId, "delivered", details, { actorId });
  await queueOrderMail(sql, orderId, "delivered", await undoneStepsKey(sql, orderId));
}
