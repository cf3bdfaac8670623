import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/access.ts";

/**
 * What the browser needs to pay the newest attempt of an own order that waits for its payment. A refused card leaves
 * its attempt open for another one.
 */
export async function openAttempt(
  actor: Person,
  orderId: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const [attempt] = await asShop()<{ client: Record<string, string> }[]>`
    select p.client from payments p join orders o on o.id = p.order_id
    where o.id = ${orderId} and o.customer_id = ${actor.id} and o.status = 'awaiting_payment'
      and o.expires_at > now() and p.status in ('pending', 'declined') and p.client is not null
    order by p.created_at desc limit 1`;
  return attempt?.client;
}
