import { withTimeout } from "#base/with-timeout.ts";
import { asShop } from "#db/client.server.ts";
import { isProviderUnavailable } from "#integrations/payment/circuit.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import { queueSettling } from "./queue-settling.server.ts";
import { settlePayment } from "./settle-payment.server.ts";
import { storeNotification } from "./store-notification.server.ts";

/** Payments that are settled while their notification waits; in a rush the rest is queued, so that none waits long. */
const maxConcurrency = 8;
let settling = 0;
/** Milliseconds that a provider waits for its payment to be settled; and less than any of them gives up. */
const timeoutMs = 8_000;

/** Settling goes on behind the answer, and once more as a job; both together count once. */
class SettlingLate extends Error {}

/**
 * Takes a provider's notification: keeps it raw, then asks the provider about the payment it speaks of. What the
 * notification says is never believed, so repeats, old news and a wrong order of arrival change nothing.
 * @returns "refused" when the provider did not sign it; "known" when the same one was looked into a moment ago
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
    // Kept and queued is as good as done: the job is part of what is acknowledged.
    await queueSettling(paymentId);
    return "queued";
  }
  settling += 1;
  try {
    await withTimeout(timeoutMs, settlePayment(paymentId), () => new SettlingLate());
  } catch (error) {
    if (!isProviderUnavailable(error) && !(error instanceof SettlingLate)) throw error;
    // It is kept, and cannot be looked into now: the job tries until it can.
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

/** The job: asks the provider, and notes that what had been told until then is known. */
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
