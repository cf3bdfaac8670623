import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import { connectedProviders, findProvider } from "#integrations/payment/providers.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";

/** After so many tries staff decide: retry, or bank transfer. The queue's delays make that about half an hour. */
const maxTries = 8;

/**
 * Sends the refund to the provider. The refund's id is the idempotency key, so a repeated job, also one that staff
 * requested, sends it once. The refund has succeeded once the ledger has it; for that the payment is settled afterwards.
 * @returns the payment to settle afterwards; undefined when there is nothing to do any more
 * @throws the provider's error, so that the queue retries the job
 */
export async function sendRefund(refundId: string): Promise<string | undefined> {
  const sql = asShop();
  const [refund] = await sql<
    {
      amount: number;
      order_id: string;
      payment_id: string;
      provider: string;
      provider_payment_id: string;
      tries: number;
    }[]
  >`
    update refunds r set status = 'pending', tries = r.tries + 1 from payments p
    where r.id = ${refundId} and p.id = r.payment_id and r.channel = 'original'
      and r.status in ('requested', 'pending')
    returning r.amount, r.order_id, r.payment_id, p.provider, p.provider_payment_id, r.tries`;
  if (!refund) return findPayment(refundId);
  try {
    const { reference } = await findProvider(refund.provider).refund({
      providerPaymentId: refund.provider_payment_id,
      amount: refund.amount,
      key: refundId,
    });
    await sql`
      update refunds set provider_reference = ${reference} where id = ${refundId} and channel = 'original'`;
  } catch (error) {
    const isConnected = connectedProviders().includes(refund.provider);
    const isFinal = refund.tries >= maxTries || !isConnected;
    const message = error instanceof Error ? error.message.slice(0, 300) : "unknown";
    await sql`
      update refunds set last_error = ${message}, status = ${isFinal ? "failed" : "pending"}
      where id = ${refundId} and status = 'pending'`;
    if (!isFinal) throw error;
    if (isConnected)
      log.error({ err: error, refund: refundId }, "a refund needs somebody to look at it");
    else
      log.warn(
        { provider: refund.provider, refund: refundId },
        "a refund's provider is no longer connected: staff decide",
      );
    await recordEvent(
      sql,
      refund.order_id,
      "refund_failed",
      { amount: refund.amount },
      { internal: true },
    );
  }
  return refund.payment_id;
}

async function findPayment(refundId: string): Promise<string | undefined> {
  const [row] = await asShop()<{ payment_id: string }[]>`
    select payment_id from refunds where id = ${refundId} and channel = 'original'`;
  return row?.payment_id;
}

/**
 * The job: sends a refund and settles its payment.
 * @throws the provider's error, so that the queue retries the job
 */
export async function sendAndSettleRefund(refundId: string): Promise<void> {
  const paymentId = await sendRefund(refundId);
  if (paymentId) await settlePayment(paymentId);
}

/**
 * The job: settles the payments of refunds whose notification may be lost. A payment that fails does not stop the others;
 * it is tried again at the next run.
 */
export async function followRefunds(): Promise<void> {
  for (const paymentId of await pendingRefundPayments()) {
    await settlePayment(paymentId).catch((error: unknown) =>
      log.warn({ err: error, payment: paymentId }, "a refund could not be looked at"),
    );
  }
}

/** The payments of refunds that a provider accepted and has not finished for ten minutes. */
export async function pendingRefundPayments(): Promise<string[]> {
  const rows = await asShop()<{ payment_id: string }[]>`
    select distinct r.payment_id from refunds r join payments p on p.id = r.payment_id
    where r.status = 'pending' and r.channel = 'original' and r.provider_reference is not null
      and p.provider = any (${connectedProviders()})
      and r.updated_at < now() - interval '10 minutes' limit 100`;
  return rows.map((row) => row.payment_id);
}
