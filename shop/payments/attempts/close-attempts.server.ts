import { asShop } from "#db/client.server.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import { settlePayment } from "#shop/payments/settlement/settle-payment.server.ts";

/**
 * Closes what is open of an order's payment: at the provider first, then the attempt is looked at once more, because
 * money may have come in the last moment. A payment that is under way stays open, and with it the order.
 */
export async function closeAttempts(orderId: string): Promise<void> {
  const sql = asShop();
  const open = await sql<{ id: string; provider: string; provider_payment_id: string }[]>`
    select id, provider, provider_payment_id from payments
    where order_id = ${orderId} and provider_payment_id is not null
      and status in ('pending', 'authorized', 'declined')`;
  for (const attempt of open) {
    const isClosed = await findProvider(attempt.provider).cancel(attempt.provider_payment_id);
    await settlePayment(attempt.id);
    if (!isClosed) continue;
    // Some providers keep no word on a payment that nobody has begun.
    await sql`
      update payments set status = 'canceled'
      where id = ${attempt.id} and status in ('pending', 'authorized')
        and not exists (select from payment_receipts r where r.payment_id = payments.id)`;
  }
}
