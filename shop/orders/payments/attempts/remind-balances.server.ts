import { asShop, inTransaction } from "#db/client.server.ts";
import { wantsTopic } from "#shop/consent/topic-mail.server.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";
import { owesBalance } from "#shop/orders/payments/amount-due.server.ts";

/** Days after staff first mailed for the balance, at which its buyer is reminded. */
const reminderDays = [3, 7] as const;

/**
 * The job: reminds buyers of balances that staff mailed for and that are still due, twice. After an outage a buyer gets the last
 * reminder that is due, not each of them. Who stopped reminders to pay gets none.
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
