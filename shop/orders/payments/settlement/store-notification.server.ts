import { batch } from "#base/batch.ts";
import { asShopApart } from "#db/client.server.ts";
import type { Notification } from "#integrations/payment/provider.ts";

interface Arrived extends Notification {
  readonly provider: string;
}

/** The state of a notification after it was stored. */
export interface StoredNotification {
  /** Undefined for a payment that the shop does not know. */
  readonly paymentId: string | undefined;
  /** The same notification arrived before, and the payment was settled since. */
  readonly isDuplicate: boolean;
}

/**
 * Stores a raw notification once. Notifications that arrive during a commit share the next one, so a rush needs a few
 * commits a second instead of a thousand (docs/why/orders.md). A repeat counts as a duplicate for one minute only: a
 * notification that is sent again later settles the payment again.
 */
export const storeNotification = batch<Arrived, StoredNotification>(
  async (items) => {
    const sql = asShopApart();
    const rows = items.map((notification, n) => ({
      n,
      provider: notification.provider,
      event_id: notification.eventId,
      payment: notification.providerPaymentId,
      body: notification.body,
    }));
    const stored = await sql<{ n: number; payment_id: string | null; is_duplicate: boolean }[]>`
      with arrived as (
        select t.*, p.id as payment_id
        from jsonb_to_recordset(${sql.json(rows)}::jsonb)
          as t (n integer, provider text, event_id text, payment text, body jsonb)
        left join payments p on p.provider = t.provider and p.provider_payment_id = t.payment
      ),
      inserted as (
        insert into payment_notifications (provider, event_id, body, payment_id)
        select provider, event_id, body, payment_id from arrived order by provider, event_id, n
        on conflict do nothing
      )
      select arrived.n, arrived.payment_id, coalesce(k.processed_at > now() - interval '1 minute', false) as is_duplicate
      from arrived left join payment_notifications k on k.provider = arrived.provider and k.event_id = arrived.event_id`;
    const byPlace = new Map(stored.map((row) => [row.n, row]));
    return items.map((_, n) => {
      const row = byPlace.get(n);
      return { paymentId: row?.payment_id ?? undefined, isDuplicate: row?.is_duplicate ?? false };
    });
  },
  { maxBatchSize: 200, maxConcurrency: 1 },
);
