import { AsyncResource } from "node:async_hooks";
import { asShop } from "#db/client.server.ts";
import type { Notification } from "#integrations/payment/provider.ts";

interface Arrived extends Notification {
  readonly provider: string;
}

/** What is known of a notification once it is stored. */
export interface KeptNotification {
  /** Undefined when the shop knows of no such payment. */
  readonly paymentId: string | undefined;
  /** The same one came before, and the provider was asked since. */
  readonly isOldNews: boolean;
}

interface Waiting {
  readonly arrived: Arrived;
  readonly resolve: (kept: KeptNotification) => void;
  readonly reject: (error: unknown) => void;
}

const waiting: Waiting[] = [];
let isKeeping = false;

/**
 * Stores a notification raw, once. Those that arrive while a commit is under way share the next one: in a rush the disk
 * is asked a few times a second instead of a thousand times.
 */
export function keepNotification(arrived: Arrived): Promise<KeptNotification> {
  return new Promise((resolve, reject) => {
    waiting.push({ arrived, resolve, reject });
    if (!isKeeping) void keepAll();
  });
}

/** Work for many belongs to none of them. */
const keepAll = AsyncResource.bind(async (): Promise<void> => {
  isKeeping = true;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, mostTogether);
    try {
      await keepBatch(batch);
    } catch {
      // One that the database refuses must not take the others with it; its own error is told to whoever sent it.
      for (const one of batch) await keepBatch([one]).catch(one.reject);
    }
  }
  isKeeping = false;
});

const mostTogether = 200;

/** A minute: somebody who presses "send again" later wants the provider to be asked again. */
async function keepBatch(batch: readonly Waiting[]): Promise<void> {
  const sql = asShop();
  const rows = batch.map(({ arrived }, n) => ({
    n,
    provider: arrived.provider,
    event_id: arrived.eventId,
    payment: arrived.providerPaymentId,
    body: arrived.body,
  }));
  const kept = await sql<{ n: number; payment_id: string | null; is_old_news: boolean }[]>`
    with told as (
      select t.*, p.id as payment_id
      from jsonb_to_recordset(${sql.json(rows as never)}::jsonb)
        as t (n integer, provider text, event_id text, payment text, body jsonb)
      left join payments p on p.provider = t.provider and p.provider_payment_id = t.payment
    ),
    stored as (
      insert into payment_notifications (provider, event_id, body, payment_id)
      select provider, event_id, body, payment_id from told order by provider, event_id, n
      on conflict do nothing
    )
    select told.n, told.payment_id, coalesce(k.processed_at > now() - interval '1 minute', false) as is_old_news
    from told left join payment_notifications k on k.provider = told.provider and k.event_id = told.event_id`;
  for (const { n, payment_id, is_old_news } of kept) {
    batch[n]?.resolve({ paymentId: payment_id ?? undefined, isOldNews: is_old_news });
  }
}
