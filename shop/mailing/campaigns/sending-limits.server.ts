import { ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { SendingLimits } from "./sending-limits.ts";

/** The limits of sending as they are set. */
export async function readSendingLimits(): Promise<SendingLimits> {
  const [row] = await asShop()<SendingLimits[]>`
    select l.per_second::float8 as per_second, l.per_hour, l.per_day, c.mails, c.days, c.click_days, c.warms_up
    from private.mail_limits l cross join private.mail_caps c where l.name = 'all'`;
  if (!row) throw new Error("the limits of sending have no row");
  return row;
}

/**
 * Sets the limits. Providers that ask for few mails get half of the pace each; one that asked for fewer lately comes back to its pace by
 * itself.
 */
export function saveSendingLimits(
  actor: Person,
  { per_second, per_hour, per_day, mails, days, click_days, warms_up }: SendingLimits,
): Promise<Result<null, "not_permitted">> {
  return asStaff(actor, "mail.send", async (sql) => {
    await sql`
      update private.mail_limits l set per_second = w.pace,
        now_per_second = case when l.slowed_at is null then w.pace else least(l.now_per_second, w.pace) end,
        slowed_at = case when l.now_per_second < w.pace then l.slowed_at end,
        per_hour = case when l.name = 'all' then ${per_hour}::integer end,
        per_day = case when l.name = 'all' then ${per_day}::integer end
      from (
        select name, case when name in ('microsoft', 'yahoo', 'apple') then greatest(0.5, ${per_second}::numeric / 2)
          else ${per_second}::numeric end as pace
        from private.mail_limits
      ) w
      where w.name = l.name`;
    await sql`
      update private.mail_caps set mails = ${mails}, days = ${days}, click_days = ${click_days}, warms_up = ${warms_up}
      where (mails, days, click_days, warms_up) is distinct from (${mails}, ${days}, ${click_days}, ${warms_up})`;
    return ok(null);
  });
}
