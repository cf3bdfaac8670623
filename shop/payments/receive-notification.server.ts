import { asShop } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

/** Payments that are settled while their notification waits; in a rush the rest is queued, so that none waits long. */
const mostAtOnce = 8;
let settling = 0;

/**
 * Takes a provider's notification: keeps it raw, then asks the provider about the payment it speaks of. What the
 * notification says is never believed, so repeats, old news and a wrong order of arrival change nothing.
 * @returns "refused" when the provider did not sign it
 * @throws AppError `payment_provider_unknown` 404
 */
export async function receiveNotification(
  providerName: string,
  headers: Headers,
  rawBody: Uint8Array,
): Promise<"settled" | "queued" | "unknown_payment" | "refused"> {
  const provider = findProvider(providerName);
  const notification = provider.readNotification(headers, rawBody);
  if (!notification) return "refused";
  const sql = asShop();
  const [payment] = await sql<{ id: string }[]>`
    with kept as (
      insert into payment_notifications (provider, event_id, body)
      values (${providerName}, ${notification.eventId}, ${sql.json(notification.body as never)})
      on conflict do nothing
    )
    select id from payments
    where provider = ${providerName} and provider_payment_id = ${notification.providerPaymentId}`;
  if (!payment) return "unknown_payment";
  if (settling >= mostAtOnce) {
    // Kept and queued is as good as done: the job is part of what is acknowledged.
    await enqueue(
      sql,
      "settle-payment",
      { payment_id: payment.id },
      { key: `settle:${payment.id}` },
    );
    return "queued";
  }
  settling += 1;
  try {
    await settlePayment(payment.id);
  } finally {
    settling -= 1;
  }
  await sql`
    update payment_notifications set processed_at = now()
    where provider = ${providerName} and event_id = ${notification.eventId}`;
  return "settled";
}
