import { fail, ok, type Result } from "#base/result.ts";
import { violatedConstraint } from "#db/client.server.ts";
import { readShopTimeZone } from "#shop/catalogue/sales/read-sales.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { LimitProblem } from "#shop/staff/approvals/approval.ts";
import { withLimits } from "#shop/staff/approvals/with-limits.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import type { Campaign, CampaignStatus } from "./campaign.ts";
import { countAudience, findCampaign } from "./read-campaigns.server.ts";
import { sendProgress } from "./send/live-progress.server.ts";
import { readTimeline } from "./send/open-campaigns.server.ts";
import { senderDomain } from "./server-facts.server.ts";
import {
  nudgeSenders,
  type SendOrder,
  type StartProblem,
  startCampaign,
} from "./start-campaign.server.ts";
import { describeCampaign } from "./write/campaign-approval.server.ts";
import { keepCount } from "./write/count-for-editor.server.ts";

export type SendProblem =
  | StartProblem
  | LimitProblem
  | "not_permitted"
  | "audience_uncounted"
  | "reauthentication_needed";

/**
 * Sends a campaign, or at a later moment. The person must have proved who they are in the last ten minutes: a stolen
 * session must not reach a whole list. Above the person's limit of recipients a colleague decides.
 */
export async function sendCampaign(
  actor: Person,
  order: SendOrder,
): Promise<Result<null, SendProblem>> {
  const campaign = await findCampaign(actor, order.id);
  if (!campaign || campaign.automation) return fail("not_found");
  if (campaign.status !== "draft") return fail("campaign_state");
  const counted = await countAudience(campaign);
  keepCount(campaign, counted);
  if (!counted.ok) return fail("audience_uncounted");
  const draft = { campaign, audience: counted.value, timeline: await readTimeline() };
  const send = () =>
    asStaff<null, Exclude<SendProblem, LimitProblem>>(actor, "mail.send", async (sql) =>
      (await isFresh(sql, actor))
        ? startCampaign(sql, actor.id, order, draft)
        : fail("reauthentication_needed"),
    );
  return withLimits(actor, "mail.send", send, async () =>
    describeCampaign(campaign, order, await readShopTimeZone()),
  );
}

export type StepProblem =
  | "not_permitted"
  | "not_found"
  | "campaign_state"
  /** It reaches more people than the person's limit: a colleague with a higher one goes on with it. */
  | "recipients_over_limit";
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
export async function stepCampaign(
  actor: Person,
  id: string,
  step: CampaignStep,
): Promise<Result<null, StepProblem>> {
  try {
    const taken = await takeStep(actor, id, step);
    if (taken.ok) await sendProgress(taken.value, senderDomain());
    return taken.ok ? ok(null) : taken;
  } catch (error) {
    if (violatedConstraint(error) !== "recipients_over_limit") throw error;
    return fail("recipients_over_limit");
  }
}

/** @returns the number of the campaign */
function takeStep(
  actor: Person,
  id: string,
  step: CampaignStep,
): Promise<Result<number, StepProblem>> {
  return asStaff<number, StepProblem>(actor, "mail.send", async (sql) => {
    const [known] = await sql<Pick<Campaign, "status" | "number">[]>`
      select status, number from private.mail_campaigns where id = ${id} and automation is null for update`;
    if (!known) return fail("not_found");
    const done = { pause: "paused", cancel: "cancelled", unschedule: "draft", resume: null }[step];
    if (known.status === done) return ok(known.number);
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
          update private.mail_campaigns set status = case
              when frozen_at is null and (trial_frozen_at is null or winner is not null) then 'freezing' else 'sending' end,
            paused_why = null, paused_at = null, paused_detail = null,
            watches_products = watches_products and paused_why not in ('product', 'rule'), policy_refusals = 0, tick_at = clock_timestamp(),
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
    await nudgeSenders(sql);
    return ok(known.number);
  });
}
