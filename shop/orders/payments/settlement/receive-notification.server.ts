import { withTimeout } from "#base/with-timeout.ts";
import { asShop } from "#db/client.server.ts";
import { isProviderUnavailable } from "#integrations/payment/circuit.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import { queueSettling } from "./queue-settling.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { storeNotification } from "./store-notification.server.ts";

/**
 * Payments that are settled while their notification waits; further ones are queued, so that no provider waits long.
 */
const maxConcurrency = 8;
let settling = 0;
/** Milliseconds that a provider waits for its payment to be settled; shorter than any provider's own timeout. */
const timeoutMs = 8_000;

/** Settling continues after the response and again as a job; running both settles once. */
class SettlingLate extends Error {}

/**
 * Stores a provider's raw notification, then fetches the payment from the provider. The shop never trusts the
 * notification's content, so repeated, outdated and reordered notifications change nothing.
 * @returns "refused" for an invalid signature; "known" when the same notification was processed a moment ago
 * @throws AppError `payment_provider_unknown` 404
 */
export async function receiveNotification(
  providerName: string,
  headers: Headers,
  rawBody: Uint8Array,
): Promise<"settled" | "queued" | "known" | "unknown_payment" | "refused"> {
  const provider = findProvider(providerName);
  const notification = provider.readNotification(headers, rawBody);
  if (!notification) return "refused";
  const { paymentId, isDuplicate } = await storeNotification({
    provider: providerName,
    ...notification,
  });
  if (paymentId === undefined) return "unknown_payment";
  if (isDuplicate) return "known";
  if (settling >= maxConcurrency) {
    // The notification is stored and the job is queued, so it can be acknowledged.
    await queueSettling(paymentId);
    return "queued";
  }
  settling += 1;
  try {
    await withTimeout(timeoutMs, settlePayment(paymentId), () => new SettlingLate());
  } catch (error) {
    if (!isProviderUnavailable(error) && !(error instanceof SettlingLate)) throw error;
    // The notification is stored and the provider is unavailable: the job retries.
    await queueSettling(paymentId);
    return "queued";
  } finally {
    settling -= 1;
  }
  await asShop()`
    update payment_notifications set processed_at = now()
    where provider = ${providerName} and event_id = ${notification.eventId}`;
  return "settled";
}

/** The job: settles the payment and marks the notifications that had arrived before it as processed. */
export async function settleNotified(paymentId: string): Promise<void> {
  const sql = asShop();
  const reported = await sql<{ id: number }[]>`
    select id from payment_notifications where payment_id = ${paymentId} and processed_at is null`;
  await settlePayment(paymentId);
  if (reported.length === 0) return;
  await sql`
    update payment_notifications set processed_at = now()
    where id = any (${reported.map(({ id }) => id)}) and processed_at is null`;
}
