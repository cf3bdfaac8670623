import { log } from "#base/log.server.ts";
import { asShop, inTransaction, type Sql, type SqlFragment } from "#db/client.server.ts";
import { closeOrder } from "#shop/orders/close-order.server.ts";
import { closeAttempts } from "#shop/payments/attempts/close-attempts.server.ts";

/** Orders whose providers are asked at the same time. */
const maxConcurrency = 8;

/**
 * The job: every order whose time to pay and grace are over lapses. One whose provider does not answer is tried again
 * the next time, and does not keep the others waiting.
 */
export async function expireOrders(): Promise<void> {
  const sql = asShop();
  const due = await sql<{ id: string }[]>`
    select id from orders cross join shop_settings where ${lapses(sql)} order by expires_at`;
  const workers = Array.from({ length: maxConcurrency }, async () => {
    for (let next = due.shift(); next; next = due.shift()) {
      const { id } = next;
      await expireOrder(id).catch((error: unknown) =>
        log.warn({ err: error, order: id }, "an order could not lapse"),
      );
    }
  });
  await Promise.all(workers);
}

/**
 * An order whose time to pay and grace are over lapses, and what it had set aside is free again. Its open attempts are
 * closed at the provider and looked at first: money that came in the last moment counts.
 */
export async function expireOrder(orderId: string): Promise<void> {
  // Too early changes nothing, at the provider either: its time may have become longer.
  const [due] = await asShop()<{ lapses: boolean }[]>`select ${lapses(asShop())} as lapses
    from orders cross join shop_settings where id = ${orderId}`;
  if (!due?.lapses) return;
  await closeAttempts(orderId);
  await inTransaction((sql) => expire(sql, orderId));
}

async function expire(sql: Sql, orderId: string): Promise<void> {
  const [order] = await sql<{ lapses: boolean }[]>`
    select ${lapses(sql)} as lapses
    from orders cross join shop_settings where id = ${orderId} for update of orders`;
  if (order?.lapses) await closeOrder(sql, orderId, "expired", {});
}

function lapses(sql: Sql): SqlFragment {
  return sql`status = 'awaiting_payment'
    and expires_at + make_interval(mins => hold_grace_minutes) <= now()`;
}
