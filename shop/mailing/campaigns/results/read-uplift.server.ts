import { asShop } from "#db/client.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { compareShares } from "./compare-shares.ts";

/** Recipients who were to get a campaign, or to get nothing, and what all of them bought meanwhile, by whatever way. */
export interface UpliftGroup {
  readonly people: number;
  readonly buyers: number;
  /** Captured minus refunded. */
  readonly revenue: Rupiah;
}

export interface Uplift {
  readonly mailed: UpliftGroup;
  readonly held_out: UpliftGroup;
  /** Whether more (or fewer) of the one group bought than chance explains; undefined: it may be chance. */
  readonly larger: "mailed" | "held_out" | undefined;
}

/**
 * Compares the recipients of a campaign with its comparison group: orders from its beginning until the days of a click after
 * its end. Every chosen recipient counts, also one who was skipped or refused, because the two groups were drawn at random.
 * @returns undefined for a campaign without a comparison group, and during a trial of two subjects, because the group is
 * drawn afterwards
 */
export async function readUplift(number: number): Promise<Uplift | undefined> {
  const rows = await asShop()<(UpliftGroup & { is_held_out: boolean })[]>`
    with campaign as (
      select c.number, c.started_at as since, coalesce(c.ended_at, now()) + make_interval(days => k.click_days) as until,
        c.total, (
          select coalesce(sum((h.reasons ->> 'skipped:holdout')::integer), 0)::int from private.mail_chunks h
          where h.campaign = c.number) as held_out
      from private.mail_campaigns c cross join private.mail_caps k
      where c.number = ${number} and c.holdout > 0 and c.frozen_at is not null
    ), bought as (
      select d.reason is not distinct from 'holdout' as is_held_out, count(distinct r.id)::int as buyers,
        sum(o.paid_total)::bigint as revenue
      from campaign c join orders o on o.created_at between c.since and c.until and o.status in ('placed', 'completed')
      join private.mail_recipients r on r.email = lower(o.email)
      join private.mail_deliveries d on d.recipient_id = r.id and d.campaign = c.number
      group by 1
    )
    select g.is_held_out, case when g.is_held_out then c.held_out else c.total - c.held_out end as people,
      coalesce(b.buyers, 0) as buyers, coalesce(b.revenue, 0) as revenue
    from campaign c cross join (values (true), (false)) g (is_held_out) left join bought b using (is_held_out)`;
  const groupOf = (wanted: boolean) => {
    const row = rows.find(({ is_held_out }) => is_held_out === wanted);
    return row && { people: row.people, buyers: row.buyers, revenue: row.revenue };
  };
  const [mailed, held_out] = [groupOf(false), groupOf(true)];
  if (!mailed || !held_out) return undefined;
  const larger = compareShares(
    { people: mailed.people, of: mailed.buyers },
    { people: held_out.people, of: held_out.buyers },
  );
  return { mailed, held_out, larger: larger && (larger === "a" ? "mailed" : "held_out") };
}
