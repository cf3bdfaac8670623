import { AsyncResource } from "node:async_hooks";
import { asShop } from "#db/client.server.ts";

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

let waiting = new Map<string, Waiting[]>();
let isQueueing = false;

/**
 * Asks the job to settle a payment; asking often asks once. What is asked for while a commit is under way shares the
 * next one.
 */
export function queueSettling(paymentId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.set(paymentId, [...(waiting.get(paymentId) ?? []), { resolve, reject }]);
    if (!isQueueing) void queueAll();
  });
}

/** Work for many belongs to none of them. */
const queueAll = AsyncResource.bind(async (): Promise<void> => {
  isQueueing = true;
  while (waiting.size > 0) {
    const batch = waiting;
    waiting = new Map();
    const everybody = [...batch.values()].flat();
    try {
      await asShop()`
        select private.enqueue('settle-payment', json_build_object('payment_id', id), 'settle:' || id)
        from unnest(${[...batch.keys()].sort()}::text[]) id`;
      for (const { resolve } of everybody) resolve();
    } catch (error) {
      for (const { reject } of everybody) reject(error);
    }
  }
  isQueueing = false;
});
