import { asShop, inTransaction } from "#db/client.server.ts";
import { wantsTopic } from "#shop/consent/topic-mail.server.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";

/** Minutes before the reminder, so that a customer who is typing a card number gets none. */
const timeoutMs = 10;

/**
 * The job: mails customers how to pay orders that were placed and not paid. A customer who pays at once, with a card or
 * a wallet, gets only the mail about the payment; one who pays by instructions got this mail when ordering. Customers
 * can unsubscribe from these reminders alone.
 */
export async function remindUnpaid(): Promise<void> {
  const sql = asShop();
  const unpaid = await sql<{ id: string }[]>`
    select o.id from orders o
    where o.status = 'awaiting_payment' and o.expires_at > now()
      and o.created_at < now() - make_interval(mins => ${timeoutMs})
      and ${wantsTopic(sql, sql`o.email`, "payment_reminder")}
      and not exists (select from private.outbox where dedupe_key = 'order:awaiting_payment:' || o.id)
    order by o.created_at limit 200`;
  for (const { id } of unpaid) {
    await inTransaction((sql) =>
      queueOrderMail(sql, id, "awaiting_payment", "", "payment_reminder"),
    );
  }
}
