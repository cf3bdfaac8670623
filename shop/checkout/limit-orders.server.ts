import { asShop } from "#db/client.server.ts";
import { countRequest, type RateLimit, uncountRequest } from "#db/rate-limit.server.ts";
import type { Person } from "#shop/access.ts";

const hour = 3600;
const day = 24 * hour;
/** Orders of an account whose e-mail address is confirmed (decision 0058). */
const perConfirmed: RateLimit = { limit: 30, windowSeconds: day };
/** Orders of any other account, and of all of them together that name one e-mail address, which nobody confirmed. */
const perUnconfirmed: RateLimit = { limit: 10, windowSeconds: day };
/** Many people share one network at a mobile carrier. */
const perNetwork: RateLimit = { limit: 300, windowSeconds: hour };
const perNetworkUnconfirmed: RateLimit = { limit: 30, windowSeconds: hour };

export interface CountedOrder {
  /** Seconds until another order may be placed; 0 when this one may. */
  readonly wait: number;
  /** Takes the count back: nothing came of the order. */
  readonly uncount: () => Promise<void>;
}

/**
 * Counts an order before it is placed, by account, e-mail address and network. An order that exists under the same key
 * does not count again.
 */
export async function countOrder(
  actor: Person,
  idempotencyKey: string,
  network: string,
): Promise<CountedOrder> {
  const [buyer] = await asShop()<
    { address: string | null; is_confirmed: boolean; is_repeated: boolean }[]
  >`
    select private.normalised_email(coalesce(u.email, p.contact_email)) as address,
      u.email_confirmed_at is not null as is_confirmed,
      exists (
        select from orders where customer_id = ${actor.id} and idempotency_key = ${idempotencyKey}) as is_repeated
    from auth.users u join profiles p on p.id = u.id where u.id = ${actor.id}`;
  if (!buyer || buyer.is_repeated) return { wait: 0, uncount: async () => undefined };
  // Strangers who name an address never use up the orders of its owner's account.
  const limits: readonly (readonly [string, RateLimit])[] = buyer.is_confirmed
    ? [
        [`orders:${actor.id}`, perConfirmed],
        [`orders-from:${network}`, perNetwork],
      ]
    : [
        [`orders:${actor.id}`, perUnconfirmed],
        [`orders-to:${buyer.address ?? ""}`, perUnconfirmed],
        [`orders-from:${network}`, perNetwork],
        [`orders-from-guests:${network}`, perNetworkUnconfirmed],
      ];
  const waits = await Promise.all(limits.map(([key, limit]) => countRequest(key, limit)));
  const passed = limits.filter((_, index) => waits[index] === 0);
  const uncount = async () => {
    await Promise.all(passed.map(([key]) => uncountRequest(key)));
  };
  const wait = Math.max(...waits);
  // What stopped it stays counted; the others did not serve.
  if (wait > 0) await uncount();
  return { wait, uncount };
}
