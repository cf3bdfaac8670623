import { batch } from "#base/batch.ts";
import { asShopApart } from "#db/client.server.ts";

/**
 * Queues the job that settles a payment; repeated calls add one job. Calls during a commit share the next commit
 * (docs/why/orders.md).
 */
export const queueSettling = batch<string, void>(
  async (items) => {
    await asShopApart()`
      select private.enqueue('settle-payment', json_build_object('payment_id', id), 'settle:' || id)
      from unnest(${[...new Set(items)].sort()}::text[]) id`;
    return items.map(() => undefined);
  },
  { maxBatchSize: 200, maxConcurrency: 1 },
);
