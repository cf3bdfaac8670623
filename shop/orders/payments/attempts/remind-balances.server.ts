import { asShop, inTransaction } from "#db/client.server.ts";
import { wantsTopic } from "#shop/consent/topic-mail.server.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import { owesBalance } from "#shop/orders/payments/amount-due.server.ts";

/** Days of the reminders after the first mail about the balance. */
const reminderDays = [3, 7] as const;

/**
 * The job: sends two reminders of each unpaid balance that staff mailed about. After an outage a buyer gets only the last due
 * reminder. Buyers who unsubscribed from payment reminders get none.
 */
export async function remindBalances(): Promise<void> {
  const sql = asShop();
  const owed = await sql<{ id: string; step: number }[]>`
    select o.id, reached.step
    from orders o
    join private.outbox m on m.dedupe_key = 'order:balance_due:' || o.id
    cross join lateral (
      select count(*)::int as step from unnest(${reminderDays as readonly number[] as number[]}::int[]) d
      where m.created_at <= now() - make_interval(days => d)
    ) reached
    where ${owesBalance(sql)} and reached.step > 0 and ${wantsTopic(sql, sql`o.email`, "payment_reminder")}
      and not exists (
        select from private.outbox r
        where r.dedupe_key = 'order:balance_due:' || o.id || ':reminder-' || reached.step)
    order by m.created_at limit 200`;
  for (const { id, step } of owed) {
    await inTransaction((tx) =>
      queueOrderMail(tx, id, "balance_due", `reminder-${step}`, "payment_reminder"),
    );
  }
}
