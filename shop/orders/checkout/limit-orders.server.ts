import { asShop } from "#db/client.server.ts";
import { countRequest, type RateLimit, uncountRequest } from "#db/rate-limit.server.ts";
import type { Person } from "#shop/kernel/access.ts";

const hour = 3600;
const day = 24 * hour;
/** Daily orders of an account with a confirmed e-mail address (docs/why/orders.md). */
const perConfirmed: RateLimit = { limit: 30, windowSeconds: day };
/** Daily orders of any other account, and of all such accounts together that name one unconfirmed e-mail address. */
const perUnconfirmed: RateLimit = { limit: 10, windowSeconds: day };
/** Many customers of a mobile carrier share one network. */
const perNetwork: RateLimit = { limit: 300, windowSeconds: hour };
const perNetworkUnconfirmed: RateLimit = { limit: 30, windowSeconds: hour };

export interface CountedOrder {
  /** Seconds until another order may be placed; 0 when this one may. */
  readonly wait: number;
  /** Email address that the limit counted; the order's mails go to this one only. Undefined for a repeated request. */
  readonly email: string | null | undefined;
  /** Uncounts an order that was not placed. */
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
    {
      email: string | null;
      address: string | null;
      is_confirmed: boolean;
      is_repeated: boolean;
    }[]
  >`
    select coalesce(u.email, p.contact_email) as email,
      private.normalised_email(coalesce(u.email, p.contact_email)) as address,
      u.email_confirmed_at is not null as is_confirmed,
      exists (
        select from orders where customer_id = ${actor.id} and idempotency_key = ${idempotencyKey}) as is_repeated
    from auth.users u join profiles p on p.id = u.id where u.id = ${actor.id}`;
  if (!buyer || buyer.is_repeated) {
    return { wait: 0, email: undefined, uncount: async () => undefined };
  }
  // Accounts that name an unconfirmed address never use up the limit of the address owner's account.
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
  // Exceeded counters stay incremented; the others are decremented.
  if (wait > 0) await uncount();
  return { wait, email: buyer.email, uncount };
}
