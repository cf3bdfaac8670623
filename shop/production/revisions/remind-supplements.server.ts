import { timeNow } from "#base/clock.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { queueOrderMail } from "#shop/orders/mails/order-mail.server.ts";

/** Hours after a supplement was asked for, at which its buyer is reminded: as of a proof that nobody answers. */
const reminderHours = [24, 72];

/**
 * The job: reminds buyers of supplements that are neither paid nor ended, after one and three days. After an outage a
 * supplement takes the last reminder that is due, not each of them. Who stopped reminders to pay gets none.
 */
export async function remindSupplements(now = new Date(timeNow())): Promise<void> {
  for (let more = true; more; ) more = await inTransaction((sql) => remindNext(sql, now));
}

/** @returns whether there was one */
async function remindNext(sql: Sql, now: Date): Promise<boolean> {
  const first = Math.min(...reminderHours);
  // A transfer whose proof was uploaded, or money that a bank has reserved, waits for the shop and not for the buyer.
  const [due] = await sql<{ id: string; order_id: string; step: number }[]>`
    select s.id, s.order_id, reached.step
    from private.design_supplements s join orders n on n.id = s.order_id join orders o on o.id = n.supplement_of
    cross join lateral (
      select count(*)::int as step from unnest(${reminderHours}::int[]) h
      where s.created_at <= ${now} - make_interval(hours => h)
    ) reached
    where s.state = 'waiting' and s.reminders < ${reminderHours.length} and reached.step > s.reminders
      and s.created_at <= ${now} - make_interval(hours => ${first})
      and n.status = 'awaiting_payment' and n.expires_at > ${now} and o.status = 'placed'
      and not exists (
        select from payments p where p.order_id = n.id
          and (p.status = 'authorized' or (p.status in ('created', 'pending') and p.proof_at is not null)))
    order by s.created_at limit 1 for update of s skip locked`;
  if (!due) return false;
  await sql`
    update private.design_supplements set reminders = ${due.step} where id = ${due.id}`;
  await queueOrderMail(
    sql,
    due.order_id,
    "supplement_reminder",
    String(due.step),
    "payment_reminder",
  );
  return true;
}
