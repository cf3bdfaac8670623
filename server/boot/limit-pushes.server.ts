import { timeNow } from "#base/clock.ts";
import { asShop, type Json } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import { sendPushTask } from "#shop/office/notifications/push/queue-pushes.server.ts";

/**
 * Maximum push messages that a process sends at the same time. Staff can name any push service, and an unresponsive one
 * holds a job until the timeout. Without this limit, a few devices could occupy all jobs of the process.
 */
export const maxPushes = 3;
/** Milliseconds until a postponed message is tried. */
const pause = 5_000;

/** The job that sends a push message, or postpones it while `maxPushes` are being sent. */
export function limitPushes(
  send: (payload: unknown) => Promise<void>,
): (payload: unknown) => Promise<void> {
  let sending = 0;
  return async (payload) => {
    if (sending >= maxPushes) {
      const runAt = new Date(timeNow() + pause);
      return enqueue(asShop(), sendPushTask, payload as Record<string, Json>, { runAt });
    }
    sending++;
    try {
      await send(payload);
    } finally {
      sending--;
    }
  };
}
