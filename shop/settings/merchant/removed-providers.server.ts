import { asShop } from "#db/client.server.ts";
import { settledByHand } from "#integrations/payment/providers.server.ts";

/** A provider that `PAYMENTS` no longer names, and its payments that wait for it. */
export interface RemovedProvider {
  readonly provider: string;
  readonly payments: number;
}

/**
 * Providers that were taken out of `PAYMENTS` while payments or refunds of theirs are open. Nothing follows those until
 * the provider is named again (docs/why/integrations.md).
 * @param named the providers that `PAYMENTS` names
 */
export async function listRemovedProviders(
  named: readonly string[],
): Promise<readonly RemovedProvider[]> {
  return asShop()<RemovedProvider[]>`
    select p.provider, count(*)::int as payments from payments p
    where p.provider <> all (${[...named, ...settledByHand]}) and p.provider_payment_id is not null and (
      p.status in ('created', 'pending', 'authorized') or exists (
        select from refunds r
        where r.payment_id = p.id and r.channel = 'original' and r.status in ('requested', 'pending', 'failed')))
    group by p.provider order by p.provider`;
}
