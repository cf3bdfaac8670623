import {
  asShop,
  inTransaction,
  type Sql,
  sqlState,
  violatedConstraint,
} from "#db/client.server.ts";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";
import { pauseByFuse } from "#shop/mailing/campaigns/fuses.server.ts";

/** A campaign that a sender works on. */
export interface OpenCampaign {
  readonly id: string;
  readonly number: number;
  readonly topic: string;
  /** Null for a campaign of staff. */
  readonly automation: string | null;
  readonly status: "freezing" | "sending" | "cancelled";
  /** Whether its hours let mails out now. */
  readonly in_window: boolean;
  /** Whether the trial of its subjects goes on now, with `advanceTrial`. */
  readonly is_trial_due: boolean;
}

/** Minutes without a sign of any sender after which a person must say that the campaign goes on. */
const silentMinutes = 30;

const asJob = `select set_config('shop.actor', 'job:send-campaigns', true)`;

/**
 * Begins a slice: starts scheduled campaigns, and pauses those that nobody worked on for half an hour or that began on
 * another history of the server. Both may mean a restored copy of the shop, which must not mail half a list again.
 */
export async function beginSlice(): Promise<void> {
  const timeline = await readTimeline();
  await inTransaction(async (sql) => {
    await sql.unsafe(asJob);
    await startDue(sql, timeline);
    await sql`
      update private.mail_campaigns set status = 'paused', paused_at = now(), waits_for = null, waits_since = null,
        paused_why = case when timeline is distinct from ${timeline} then 'restored' else 'silent' end
      where status in ('freezing', 'sending')
        and (timeline is distinct from ${timeline}
          or tick_at < clock_timestamp() - make_interval(mins => ${silentMinutes}))`;
    await sql`update private.mail_campaigns set tick_at = clock_timestamp() where status in ('freezing', 'sending')`;
  });
}

/** Starts what is due. A campaign whose sender may send none any more pauses, until a colleague resumes it. */
async function startDue(sql: Sql, timeline: number | null): Promise<void> {
  const started = await sql<{ number: number }[]>`
    update private.mail_campaigns set status = 'freezing', tick_at = scheduled_at, started_at = clock_timestamp(),
      timeline = ${timeline}
    where status = 'scheduled' and scheduled_at <= clock_timestamp() returning number`;
  if (started.length === 0) return;
  await sql`
    update private.mail_campaigns set status = 'paused', paused_why = 'sender', paused_at = now()
    where number = any (${started.map(({ number }) => number)})
      and private.may(sent_by, 'mail.send') is not true`;
}

/**
 * Pauses every campaign that a restored backup was sending or would begin at once: the shop that was backed up may have
 * gone on with it. A backup of files restores no other history, so `beginSlice` would not see it within half an hour.
 * @returns how many
 */
export async function pauseRestored(): Promise<number> {
  await inTransaction(async (sql) => {
    await sql.unsafe(asJob);
    await startDue(sql, null);
  });
  return pauseByFuse("restored");
}

/** Null where the server does not say, as some managed ones. */
export async function readTimeline(): Promise<number | null> {
  try {
    const [row] = await asShop()<{ timeline_id: number }[]>`
      select timeline_id from pg_catalog.pg_control_checkpoint()`;
    return row?.timeline_id ?? null;
  } catch (error) {
    if (sqlState(error) === "42501") return null;
    throw error;
  }
}

/** In the order in which they were made. */
export function listOpenCampaigns(): Promise<OpenCampaign[]> {
  return asShop()<OpenCampaign[]>`
    select id, number, topic, automation, status, private.in_mail_window(window_from, window_to) as in_window,
      status = 'sending' and trial_frozen_at is not null and winner is null
        and coalesce(winner_due_at <= clock_timestamp(), not exists (
          select from private.mail_chunks k where k.campaign = number and k.pending + k.begun > 0)) as is_trial_due
    from private.mail_campaigns where status in ('freezing', 'sending')
    union all
    select c.id, c.number, c.topic, c.automation, c.status, true, false from private.mail_campaigns c
    where c.status = 'cancelled' and c.ended_at > now() - interval '7 days' and exists (
      select from private.mail_chunks k where k.campaign = c.number and k.pending + k.deferred + k.begun > 0)
    order by number`;
}

/** Says what a campaign waits for; null: nothing. */
export async function setWaiting(campaign: number, reason: Campaign["waits_for"]): Promise<void> {
  await asShop()`
    update private.mail_campaigns set waits_for = ${reason},
      waits_since = case when ${reason}::text is null then null else clock_timestamp() end
    where number = ${campaign} and status = 'sending' and waits_for is distinct from ${reason}`;
}

/** Ends a campaign when nobody is left. @returns whether it ended now */
export async function endIfDone(campaign: number): Promise<boolean> {
  try {
    return await inTransaction(async (sql) => {
      await sql.unsafe(asJob);
      const ended = await sql`
        update private.mail_campaigns set status = 'sent', ended_at = clock_timestamp(), waits_for = null, waits_since = null
        where number = ${campaign} and status = 'sending' and coalesce(accepts_until <= clock_timestamp(), true)
          and (trial_frozen_at is null or frozen_at is not null) and not exists (
          select from private.mail_chunks where campaign = ${campaign} and pending + begun + deferred > 0)
        returning number`;
      return ended.length > 0;
    });
  } catch (error) {
    // A late result reopened a delivery in the same moment.
    if (violatedConstraint(error) !== "mail_campaign_state") throw error;
    return false;
  }
}
