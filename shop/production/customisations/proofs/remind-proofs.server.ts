import { timeNow } from "#base/clock.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import { decideDays, restDays } from "#shop/production/customisations/customisation.ts";
import { queueDesignMail } from "#shop/production/customisations/design-mail.server.ts";

/**
 * What happens to a proof that nobody answers, in hours after it was sent. Silence never approves: at last staff decide with
 * the buyer.
 */
const steps = [
  { hours: 24, does: "reminder" },
  { hours: 72, does: "reminder" },
  { hours: restDays * 24, does: "resting" },
  { hours: decideDays * 24, does: "staff" },
] as const;

/**
 * The job: reminds buyers of proofs after one and three days, says after seven that the order rests, and after fourteen asks
 * staff to decide. After an outage a proof takes the last step that is due, not each of them.
 */
export async function remindProofs(now = new Date(timeNow())): Promise<void> {
  for (let more = true; more; ) more = await inTransaction((sql) => remindNext(sql, now));
}

/** @returns whether there was one */
async function remindNext(sql: Sql, now: Date): Promise<boolean> {
  const hours = steps.map((step) => step.hours);
  const first = Math.min(...hours);
  const [due] = await sql<{ id: string; customisation_id: string; step: number }[]>`
    select p.id, p.customisation_id, reached.step
    from proofs p join customisations c on c.id = p.customisation_id join orders o on o.id = c.order_id
    cross join lateral (
      select count(*)::int as step from unnest(${hours}::int[]) h where p.sent_at <= ${now} - make_interval(hours => h)
    ) reached
    where p.decision is null and p.reminders < ${steps.length} and reached.step > p.reminders
      and p.sent_at <= ${now} - make_interval(hours => ${first})
      and c.status = 'proof_sent' and o.status not in ('canceled', 'expired')
      and not exists (select from proofs n where n.customisation_id = p.customisation_id and n.version > p.version)
    order by p.sent_at limit 1 for update of p skip locked`;
  if (!due) return false;
  await sql`update proofs set reminders = ${due.step} where id = ${due.id}`;
  const step = steps[due.step - 1];
  if (step === undefined) throw new Error(`a proof has no step ${due.step}`);
  // A trigger notifies staff of the last step.
  if (step.does !== "staff") {
    await queueDesignMail(sql, due.customisation_id, step.does, `${due.id}:${due.step}`);
  }
  return true;
}
