import { AppError } from "#base/errors.ts";
import { asShop } from "#db/client.server.ts";
import { isProviderUnavailable } from "#integrations/payment/circuit.ts";
import { connectedProviders, findProvider } from "#integrations/payment/providers.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";

/**
 * Closes an order's open attempts: at the provider first, then settles each once more, since money may have arrived at
 * the last moment. An attempt whose payment is in progress stays open, and so does the order. Cash on delivery stays open
 * too: its order is placed, and the courier collects the cash.
 * @param options.skipsRemoved leaves attempts alone whose provider is no longer connected (docs/why/integrations.md)
 * @throws AppError `payment_provider_unavailable` 503, also for a provider that is no longer connected: its payment may
 * be in progress
 */
export async function closeAttempts(
  orderId: string,
  options: { readonly skipsRemoved?: boolean } = {},
): Promise<void> {
  const sql = asShop();
  const open = await sql<
    { id: string; provider: string; provider_payment_id: string; status: string }[]
  >`
    select id, provider, provider_payment_id, status from payments
    where order_id = ${orderId} and provider_payment_id is not null and kind <> 'offline'
      and status in ('pending', 'authorized', 'declined')`;
  for (const attempt of open) {
    if (!connectedProviders().includes(attempt.provider)) {
      if (options.skipsRemoved || attempt.status === "declined") continue;
      throw new AppError("payment_provider_unavailable", 503);
    }
    const isClosed = await findProvider(attempt.provider).cancel(attempt.provider_payment_id);
    await settlePayment(attempt.id);
    if (!isClosed) continue;
    // Some providers do not know a payment that was not begun.
    await sql`
      update payments set status = 'canceled'
      where id = ${attempt.id} and status in ('pending', 'authorized')
        and not exists (select from payment_receipts r where r.payment_id = payments.id)`;
  }
}

/** Runs `closeAttempts`. @returns false if a provider did not answer, because its payment may be in progress */
export async function tryCloseAttempts(orderId: string): Promise<boolean> {
  try {
    await closeAttempts(orderId);
    return true;
  } catch (error) {
    if (isProviderUnavailable(error)) return false;
    throw error;
  }
}
