import { asShop, inTransaction } from "#db/client.server.ts";
import { wantsTopic } from "#shop/mail-topics/topic-mail.server.ts";
import { queueOrderMail } from "#shop/orders/order-mail.server.ts";

/** How long somebody may take to type a card number before a mail asks for the payment, in minutes. */
const timeoutMs = 10;

/**
 * The job: tells customers of orders that were placed and not paid how to go on. Who pays at once, with a card or a
 * wallet, gets the mail about the payment only; who is to pay by instructions has had this one already. People may stop
 * these reminders, and only these.
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
