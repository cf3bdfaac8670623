import * as v from "valibot";
import { config } from "#base/config.server.ts";
import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import {
  type PushOptions,
  type PushTarget,
  sendPush,
} from "#integrations/push/send-push.server.ts";

const payloadSchema = v.object({
  subscription_id: v.pipe(v.string(), v.uuid()),
  message: v.object({ title: v.string(), body: v.string(), path: v.string() }),
});

/** Seconds. The push service discards a message that it could not deliver within a day. */
const storedFor = 24 * 60 * 60;

/**
 * The job: sends one push message. It runs again after a failure, so a device may show a message twice. Deletes a subscription
 * that has ended. Sends nothing after the person has signed out on the device.
 */
export async function sendPushMessage(
  payload: unknown,
  options: Pick<PushOptions, "isAllowed"> = {},
): Promise<void> {
  const { subscription_id, message } = v.parse(payloadSchema, payload);
  const sql = asShop();
  const [target] = await sql<PushTarget[]>`
    select endpoint, public_key, secret from private.push_subscriptions
    where id = ${subscription_id} and session_id is not null`;
  if (!target) return;
  const outcome = await sendPush(target, Buffer.from(JSON.stringify(message)), {
    publicUrl: config().publicUrl,
    storedFor,
    ...options,
  });
  if (outcome === "gone") {
    await sql`delete from private.push_subscriptions where id = ${subscription_id}`;
  } else if (outcome === "refused") {
    log.warn({ subscription_id }, "a push service refused a message");
  }
}
