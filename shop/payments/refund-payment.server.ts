import { asShop, type Sql } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import { recordEvent } from "#shop/orders/order-event.server.ts";

export type RefundReason = "customer" | "inventory" | "duplicate" | "staff" | "other";

/** Asks for money to go back, in the transaction that is the reason for it; the job does it. Once per reason. */
export async function requestRefund(
  sql: Sql,
  paymentId: string,
  amount: number,
  reason: RefundReason,
): Promise<void> {
  const [refund] = await sql<{ id: string; order_id: string }[]>`
    insert into refunds (order_id, payment_id, amount, reason)
    select order_id, id, ${amount}, ${reason} from payments where id = ${paymentId}
    on conflict do nothing returning id, order_id`;
  if (!refund) return;
  await recordEvent(sql, refund.order_id, "refund_requested", { amount, reason });
  await enqueue(sql, "refund-payment", { refund_id: refund.id }, { key: `refund:${refund.id}` });
}

/**
 * The job: gives the money back at the provider. The refund's id is the provider's key, so a repeated job gives
 * it back once. The ledger follows through `settlePayment`, called by whoever runs this.
 * @returns the payment to settle afterwards; undefined when there was nothing to do
 */
export async function sendRefund(refundId: string): Promise<string | undefined> {
  const sql = asShop();
  const [refund] = await sql<
    {
      amount: number;
      status: string;
      payment_id: string;
      provider: string;
      provider_payment_id: string;
    }[]
  >`
    select r.amount, r.status, r.payment_id, p.provider, p.provider_payment_id
    from refunds r join payments p on p.id = r.payment_id where r.id = ${refundId}`;
  if (!refund || refund.status === "succeeded") return refund?.payment_id;
  await findProvider(refund.provider).refund({
    providerPaymentId: refund.provider_payment_id,
    amount: refund.amount,
    key: refundId,
  });
  await sql`update refunds set status = 'succeeded' where id = ${refundId}`;
  return refund.payment_id;
}
