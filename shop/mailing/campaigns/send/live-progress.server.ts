import { timeNow } from "#base/clock.ts";
import { asShop } from "#db/client.server.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";
import { readProgress } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { warmUpGoesOn } from "#shop/mailing/campaigns/warm-up.ts";
import { estimateEnd } from "./estimate-end.ts";
import type { LiveProgress } from "./live-progress.ts";
import { readWarmUp } from "./warm-up.server.ts";

type CampaignNow = Pick<
  Campaign,
  "id" | "status" | "waits_for" | "winner" | "window_from" | "window_to"
> & {
  readonly waits_since: Date | null;
  readonly time_zone: ShopTimeZone;
  readonly per_second: number | null;
  readonly limit_per_second: number;
  readonly limit_per_day: number | null;
};

/**
 * How far a campaign is, how fast it goes on and when it may end.
 * @param senderDomain undefined without a mail server
 */
export async function readLiveProgress(
  number: number,
  senderDomain: string | undefined,
): Promise<LiveProgress> {
  return (await readNow(number, senderDomain)).progress;
}

async function readNow(
  number: number,
  senderDomain: string | undefined,
): Promise<{ id: string; progress: LiveProgress }> {
  const [row] = await asShop()<CampaignNow[]>`
    select c.id, c.status, c.waits_for, c.waits_since, c.winner, c.window_from, c.window_to, s.time_zone,
      (select p.per_second from private.mail_progress p
        where p.campaign = c.number and p.at > clock_timestamp() - interval '5 seconds') as per_second,
      least(l.per_second, l.per_hour / 3600.0)::float8 as limit_per_second, l.per_day as limit_per_day
    from private.mail_campaigns c cross join shop_settings s join private.mail_limits l on l.name = 'all'
    where c.number = ${number}`;
  if (!row) throw new Error("a campaign is missing");
  const { tallies, reasons } = await readProgress(number);
  const warmUp = senderDomain === undefined ? undefined : await readWarmUp(senderDomain);
  const now = new Date(timeNow());
  const isSending = row.status === "sending" && row.waits_for === null;
  const limits = {
    per_second: row.limit_per_second,
    per_day: row.limit_per_day,
    warm_up: warmUp,
  };
  const end = isSending
    ? estimateEnd({
        now,
        limits,
        zone: row.time_zone,
        per_second: row.per_second ?? 0,
        open: tallies.pending + tallies.begun,
        window_from: row.window_from,
        window_to: row.window_to,
      })
    : undefined;
  const progress = {
    status: row.status,
    waits_for: row.waits_for,
    winner: row.winner,
    waits_since: row.waits_since?.toISOString() ?? null,
    tallies,
    reasons,
    end: end ?? null,
    perSecond: isSending ? row.per_second : null,
    warmUp: warmUp
      ? {
          most: warmUp.most,
          begun: warmUp.begun,
          goesOn: warmUpGoesOn(now, row.time_zone, row).toISOString(),
        }
      : null,
  };
  return { id: row.id, progress };
}

/** Tells open pages how far a campaign is, at most once a second whoever calls. */
export async function publishProgress(
  number: number,
  senderDomain: string | undefined,
): Promise<void> {
  const [noted] = await asShop()<{ is_due: boolean }[]>`
    select private.note_mail_progress(${number}) as is_due`;
  if (noted?.is_due) await sendProgress(number, senderDomain);
}

/** Tells open pages at once. */
export async function sendProgress(
  number: number,
  senderDomain: string | undefined,
): Promise<void> {
  const { id, progress } = await readNow(number, senderDomain);
  const sql = asShop();
  await sql`
    select realtime.publish(jsonb_build_object('topic', 'campaign:' || ${id}::text, 'event', 'progress',
      'payload', ${sql.json(progress)}::jsonb, 'private', true))`;
}
