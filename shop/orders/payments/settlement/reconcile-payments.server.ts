import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import { connectedProviders, listProviders } from "#integrations/payment/providers.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

/**
 * The job: settles attempts that have been open for two minutes, in case a notification was lost; attempts closed
 * within a week, since the payer may have paid already; and paid attempts once a day for ninety days, since a bank may
 * charge them back. It skips payment methods without a provider, and providers that are unavailable or no longer connected. A failure does not
 * stop the others.
 */
export async function reconcilePayments(): Promise<void> {
  const silent = listProviders().filter((provider) => provider.openForSeconds?.() !== undefined);
  const unasked = ["transfer", "cod", ...silent.map(({ name }) => name)];
  const asked = connectedProviders().filter((name) => !unasked.includes(name));
  const open = await asShop()<{ id: string }[]>`
    select id from payments
    where provider_payment_id is not null and provider = any (${asked}) and (
      (status in ('created', 'pending', 'authorized') and updated_at < now() - interval '2 minutes')
      or (status in ('expired', 'declined', 'canceled') and updated_at < now() - interval '1 hour'
        and created_at > now() - interval '7 days')
    )
    order by updated_at limit 200`;
  const paid = await asShop()<{ id: string }[]>`
    select id from payments
    where status = 'settled' and updated_at < now() - interval '1 day' and created_at > now() - interval '90 days'
      and provider_payment_id is not null and provider = any (${asked})
    order by updated_at limit 100`;
  for (const { id } of [...open, ...paid]) {
    try {
      await settlePayment(id);
    } catch (error) {
      log.warn({ err: error, payment: id }, "a payment could not be looked at");
    }
    // Put the attempt at the end of the line.
    await asShop()`update payments set updated_at = now() where id = ${id}`;
  }
}
