import { together } from "#base/batch.ts";
import { asShopApart } from "#db/client.server.ts";

/**
 * Asks the job to settle a payment; asking often asks once. What is asked for while a commit is under way shares the
 * next one.
 */
export const queueSettling = together<string, void>(
  async (lot) => {
    await asShopApart()`
      select private.enqueue('settle-payment', json_build_object('payment_id', id), 'settle:' || id)
      from unnest(${[...new Set(lot)].sort()}::text[]) id`;
    return lot.map(() => undefined);
  },
  { mostTogether: 200, mostAtOnce: 1 },
);
