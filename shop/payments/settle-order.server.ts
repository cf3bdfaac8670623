import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";
import { settlePayment } from "./settle-payment.server.ts";

/** The way back from a provider's form: looks at the open attempts of an own order now, without waiting for a notification. */
export async function settleOrder(actor: Person, orderId: string): Promise<void> {
  const open = await asShop()<{ id: string }[]>`
    select id from payments
    where order_id = ${orderId} and customer_id = ${actor.id} and provider_payment_id is not null
      and status in ('created', 'pending', 'authorized', 'declined')`;
  for (const { id } of open) await settlePayment(id);
}
