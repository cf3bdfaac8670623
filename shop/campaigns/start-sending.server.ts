import { timeNow } from "#base/clock.ts";
import { config } from "#base/config.server.ts";
import { fail, ok, type Result } from "#base/result.ts";
import type { Sql } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import type { Person } from "#shop/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { type ShopTimeZone, shopInstant } from "#shop/time-zones.ts";
import type { Campaign, CampaignStatus } from "./campaign.ts";
import { checkCampaign } from "./check-campaign.server.ts";
import { countAudience, findCampaign } from "./read-campaigns.server.ts";
import { readTimeline } from "./sending/open-campaigns.server.ts";

/** The task of the queue that works on every open campaign. */
export const sendCampaignsTask = "send-campaigns";

/** Wakes the senders when the transaction commits. */
function nudge(sql: Sql, runAt?: Date): Promise<void> {
  return enqueue(sql, sendCampaignsTask, {}, runAt ? { runAt } : { key: sendCampaignsTask });
}

export type SendProblem =
  | "not_permitted"
  | "not_found"
  | "campaign_state"
  | "changed_meanwhile"
  | "checks_failed"
  | "audience_changed"
  | "audience_uncounted"
  | "schedule_past"
  | "reauthentication_needed";

export interface SendOrder {
  readonly id: string;
  /** That the person saw. */
  readonly version: number;
  /** The number of recipients as typed. */
  readonly recipients: number;
  /** In the shop's time zone, `2026-11-25T08:00`; null: at once. */
  readonly scheduled_at: string | null;
}

/**
 * Sends a campaign, or at a later moment. The typed number must be the number of recipients of this moment, give or take
 * one in a hundred, and the person must have proved who they are in the last ten minutes: a stolen session must not reach
 * a whole list.
 */
export async function sendCampaign(
  actor: Person,
  order: SendOrder,
): Promise<Result<null, SendProblem>> {
  const campaign = await findCampaign(actor, order.id);
  if (!campaign) return fail("not_found");
  if (campaign.status !== "draft") return fail("campaign_state");
  const counted = await countAudience(campaign);
  if (!counted.ok) return fail("audience_uncounted");
  const audience = counted.value;
  const timeline = await readTimeline();
  const { publicUrl, newsSmtpUrl } = config();
  return asStaff<null, SendProblem>(actor, "mail.send", async (sql) => {
    const [known] = await sql<{ version: number; status: string; time_zone: ShopTimeZone }[]>`
      select c.version, c.status, s.time_zone from private.mail_campaigns c cross join shop_settings s
      where c.id = ${order.id} for update of c`;
    if (known?.status !== "draft") return fail("campaign_state");
    if (known.version !== order.version || known.version !== campaign.version) {
      return fail("changed_meanwhile");
    }
    const facts = { publicUrl, hasMailServer: newsSmtpUrl !== undefined, audience };
    const checks = await checkCampaign(campaign, facts, sql);
    if (checks.some(({ level }) => level === "stop")) return fail("checks_failed");
    const difference = Math.abs(order.recipients - audience.total);
    if (difference > Math.floor(audience.total / 100)) return fail("audience_changed");
    if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
    const at = order.scheduled_at ? shopInstant(order.scheduled_at, known.time_zone) : null;
    // Also for a date that no calendar has.
    if (at && !(at.getTime() > timeNow())) return fail("schedule_past");
    await sql`
      update private.mail_campaigns set status = ${at ? "scheduled" : "freezing"}, scheduled_at = ${at},
        segment_filter = ${campaign.segment_filter}, sent_by = ${actor.id}, timeline = ${timeline},
        started_at = case when ${at === null} then clock_timestamp() end,
        tick_at = case when ${at === null} then clock_timestamp() end
      where id = ${order.id}`;
    await nudge(sql, at ?? undefined);
    return ok(null);
  });
}

export type StepProblem = "not_permitted" | "not_found" | "campaign_state";
export type CampaignStep = "pause" | "resume" | "cancel" | "unschedule";

const steps: Readonly<Record<CampaignStep, readonly CampaignStatus[]>> = {
  pause: ["freezing", "sending"],
  resume: ["paused"],
  cancel: ["scheduled", "freezing", "sending", "paused"],
  unschedule: ["scheduled"],
};

/**
 * Pauses, resumes or cancels a campaign, or makes a scheduled one a draft again. Nothing begins from the next step of the
 * senders on; what is on the wire is finished. A repeated call changes nothing.
 */
export function stepCampaign(
  actor: Person,
  id: string,
  step: CampaignStep,
): Promise<Result<null, StepProblem>> {
  return asStaff<null, StepProblem>(actor, "mail.send", async (sql) => {
    const [known] = await sql<Pick<Campaign, "status">[]>`
      select status from private.mail_campaigns where id = ${id} for update`;
    if (!known) return fail("not_found");
    const done = { pause: "paused", cancel: "cancelled", unschedule: "draft", resume: null }[step];
    if (known.status === done) return ok(null);
    if (!steps[step].includes(known.status)) return fail("campaign_state");
    switch (step) {
      case "pause":
        await sql`
          update private.mail_campaigns set status = 'paused', paused_why = 'person', paused_at = now(),
            waits_for = null, waits_since = null
          where id = ${id}`;
        break;
      case "resume":
        // It goes on with the history of the server as it is now: a person has looked.
        await sql`
          update private.mail_campaigns set status = case when frozen_at is null then 'freezing' else 'sending' end,
            paused_why = null, paused_at = null, paused_detail = null,
            watches_products = watches_products and paused_why <> 'product', policy_refusals = 0, tick_at = clock_timestamp(),
            timeline = ${await readTimeline()}
          where id = ${id}`;
        break;
      case "cancel":
        await sql`
          update private.mail_campaigns set status = 'cancelled', paused_why = null, paused_at = null, waits_for = null,
            waits_since = null, ended_at = now()
          where id = ${id}`;
        break;
      case "unschedule":
        await sql`update private.mail_campaigns set status = 'draft', scheduled_at = null, segment_filter = null where id = ${id}`;
        break;
    }
    await nudge(sql);
    return ok(null);
  });
}
