import type { Sql } from "#db/client.server.ts";
import { queueOrderMail } from "./mails/order-mail.server.ts";
import { recordEvent } from "./order-event.server.ts";

/** Completes an order once all its pieces were delivered, and records the event once. */
export async function completeWhenDelivered(
  sql: Sql,
  orderId: string,
  actorId: string,
): Promise<void> {
  const [done] = await sql`
    update orders set status = 'completed', closed_at = now()
    where id = ${orderId} and status = 'placed' and fulfilment_status = 'delivered' returning id`;
  if (!done) return;
  await recordEvent(sql, orderId, "delivered", {}, { actorId });
  await queueOrderMail(sql, orderId, "delivered");
}
