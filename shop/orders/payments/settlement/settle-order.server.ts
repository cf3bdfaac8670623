import { asShop } from "#db/client.server.ts";
import { isProviderUnavailable } from "#integrations/payment/circuit.ts";
import type { Person } from "#shop/kernel/access.ts";
import { queueSettling } from "./queue-settling.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

/**
 * The return page of a provider's form: settles the open attempts of an own order without waiting for a notification.
 * If the provider does not answer, the order stays unchanged and a job retries.
 */
export async function settleOrder(actor: Person, orderId: string): Promise<void> {
  const open = await asShop()<{ id: string }[]>`
    select id from payments
    where order_id = ${orderId} and customer_id = ${actor.id} and provider_payment_id is not null
      and status in ('created', 'pending', 'authorized', 'declined')`;
  for (const { id } of open) {
    try {
      await settlePayment(id);
    } catch (error) {
      if (!isProviderUnavailable(error)) throw error;
      await queueSettling(id);
    }
  }
}
