import { log } from "#base/log.server.ts";
import { asShop, inTransaction, type Sql, type SqlFragment } from "#db/client.server.ts";
import { connectedProviders } from "#integrations/payment/providers.server.ts";
import { closeOrder } from "#shop/orders/close-order.server.ts";
import { closeAttempts } from "#shop/orders/payments/attempts/close-attempts.server.ts";

/** Orders that are expired concurrently, each with requests to its providers. */
const maxConcurrency = 8;

/**
 * The job: expires every order whose payment time and grace period are over. An order whose open payment belongs to a
 * provider that is no longer connected waits: its money could still arrive. If a provider does not answer, the order
 * is retried in the next run and does not delay the others.
 */
export async function expireOrders(): Promise<void> {
  const sql = asShop();
  const due = await sql<{ id: string }[]>`
    select id from orders cross join shop_settings
    where ${lapses(sql)} and not exists (
      select from payments p
      where p.order_id = orders.id and p.provider <> all (${connectedProviders()})
        and p.provider_payment_id is not null and p.status in ('pending', 'authorized'))
    order by orders.expires_at`;
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
 * Expires an order whose payment time and grace period are over, and releases its holds. Its open attempts are closed
 * at the provider and settled first: a payment at the last moment counts.
 */
export async function expireOrder(orderId: string): Promise<void> {
  // An early call changes nothing, at the provider either: the order's time may have been extended.
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

/** A proof of transfer keeps the order open until staff decide. */
function lapses(sql: Sql): SqlFragment {
  return sql`orders.status = 'awaiting_payment'
    and orders.expires_at + make_interval(mins => hold_grace_minutes) <= now()
    and not exists (
      select from payments t
      where t.order_id = orders.id and t.provider = 'transfer' and t.proof_at is not null
        and t.status in ('created', 'pending'))`;
}
