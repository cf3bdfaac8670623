import { batch } from "#base/batch.ts";
import { asShopApart } from "#db/client.server.ts";

/**
 * Asks the job to settle a payment; asking often asks once. What is asked for while a commit is under way shares the
 * next one (decision 0037).
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
