import { timeNow } from "#base/clock.ts";
import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import { type ShopTimeZone, shopInstant } from "#shop/kernel/time-zones.ts";
import type { Audience } from "./audience/audience.ts";
import type { Campaign } from "./campaign.ts";
import { readServerFacts } from "./server-facts.server.ts";
import { checkCampaign } from "./write/check-campaign.server.ts";

/** The task of the queue that works on every open campaign. */
export const sendCampaignsTask = "send-campaigns";

/** Wakes the senders when the transaction commits. */
export function nudgeSenders(sql: Sql, runAt?: Date): Promise<void> {
  return enqueue(sql, sendCampaignsTask, {}, runAt ? { runAt } : { key: sendCampaignsTask });
}

export interface SendOrder {
  readonly id: string;
  /** That the person saw. */
  readonly version: number;
  /** The number of recipients as typed. */
  readonly recipients: number;
  /** In the shop's time zone, `2026-11-25T08:00`; null: at once. */
  readonly scheduled_at: string | null;
}

export type StartProblem =
  | "not_found"
  | "campaign_state"
  | "changed_meanwhile"
  | "checks_failed"
  | "audience_changed"
  | "schedule_past";

/** Who sends a draft, and what was read of it before the transaction. */
export interface DraftToStart {
  readonly campaign: Campaign;
  readonly audience: Audience;
  readonly timeline: number | null;
}

/**
 * Starts a draft, or at a later moment. The typed number must be the number of recipients, give or take one in a hundred.
 * @throws DatabaseError `recipients_over_limit` above the limit of the transaction's person
 */
export async function startCampaign(
  sql: Sql,
  senderId: string,
  order: SendOrder,
  { campaign, audience, timeline }: DraftToStart,
): Promise<Result<null, StartProblem>> {
  const [known] = await sql<{ version: number; status: string; time_zone: ShopTimeZone }[]>`
    select c.version, c.status, s.time_zone from private.mail_campaigns c cross join shop_settings s
    where c.id = ${order.id} for update of c`;
  if (known?.status !== "draft") return fail(known ? "campaign_state" : "not_found");
  if (known.version !== order.version || known.version !== campaign.version) {
    return fail("changed_meanwhile");
  }
  const facts = { ...(await readServerFacts(sql)), audience };
  const checks = await checkCampaign(campaign, facts, sql);
  if (checks.some(({ level }) => level === "stop")) return fail("checks_failed");
  const difference = Math.abs(order.recipients - audience.total);
  if (difference > Math.floor(audience.total / 100)) return fail("audience_changed");
  const at = order.scheduled_at ? shopInstant(order.scheduled_at, known.time_zone) : null;
  // Also for a date that no calendar has.
  if (at && !(at.getTime() > timeNow())) return fail("schedule_past");
  await sql`
    update private.mail_campaigns set status = ${at ? "scheduled" : "freezing"}, scheduled_at = ${at},
      segment_filter = ${campaign.segment_filter}, sent_by = ${senderId}, timeline = ${timeline},
      audience = ${audience.total},
      started_at = case when ${at === null} then clock_timestamp() end,
      tick_at = case when ${at === null} then clock_timestamp() end
    where id = ${order.id}`;
  await nudgeSenders(sql, at ?? undefined);
  return ok(null);
}
