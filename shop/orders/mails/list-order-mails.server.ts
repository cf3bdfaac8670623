import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";

/** A mail about an order or one of its designs. */
export interface OrderMail {
  readonly id: string;
  /** In the order's language. */
  readonly subject: string;
  /** `stored`: not sent, because the shop has no mail server. `parked`: failed, and is not retried automatically. */
  readonly status: "queued" | "sent" | "stored" | "failed" | "parked";
  /** When it was sent, or queued if it is not sent yet. ISO 8601, UTC. */
  readonly at: string;
}

/** Maximum mails on the page of an order. */
const maxMails = 100;

/** Staff: the mails of an order, the newest first. Empty without `orders.read`. */
export async function listOrderMails(
  actor: Person,
  orderId: string,
): Promise<readonly OrderMail[]> {
  if (!may(actor, "orders.read") || !isUuid(orderId)) return [];
  // One array, because PostgreSQL would read the whole outbox for an `or` with a subquery.
  return asShop()<OrderMail[]>`
    select m.id, m.subject, m.status, to_json(coalesce(m.sent_at, m.created_at)) #>> '{}' as at
    from private.outbox m
    where m.kind = 'email'
      and m.about_id = any (array(select c.id from customisations c where c.order_id = ${orderId}) || ${orderId}::uuid)
    order by m.created_at desc, m.id limit ${maxMails}`;
}
