import * as v from "valibot";
import { type ShopTimeZone, shopInstant } from "#shop/kernel/time-zones.ts";
import type { Campaign } from "#shop/mailing/campaigns/campaign.ts";
import { countAudience, readCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { readTimeline } from "#shop/mailing/campaigns/send/open-campaigns.server.ts";
import { type SendOrder, startCampaign } from "#shop/mailing/campaigns/start-campaign.server.ts";
import type { NewApproval } from "#shop/staff/approvals/approval.ts";
import type { ApprovalKind } from "#shop/staff/approvals/approval-kind.ts";

const payloadSchema = v.strictObject({
  version: v.number(),
  recipients: v.number(),
  scheduled_at: v.nullable(v.string()),
});

/** A campaign, as a colleague decides about it. */
export function describeCampaign(
  { name, contents }: Campaign,
  { id, version, recipients, scheduled_at }: SendOrder,
  timeZone: ShopTimeZone,
): NewApproval {
  const content = contents.id ?? contents.en;
  const subject = content && [content.subject, content.second?.subject].filter(Boolean).join(" / ");
  return {
    kind: "campaign",
    subjectId: id,
    permissions: ["mail.send"],
    payload: { version, recipients, scheduled_at },
    shown: {
      title: name,
      ...(subject ? { note: subject } : {}),
      ...(scheduled_at ? { starts_at: shopInstant(scheduled_at, timeZone).toISOString() } : {}),
      changes: [],
      total: 0,
    },
  };
}

/** Starts a draft that says what it said at the request, for as many recipients as were approved. */
export const campaignApproval: ApprovalKind = {
  kind: "campaign",
  async perform(sql, { requesterId, subjectId, payload }) {
    const order = v.parse(payloadSchema, payload);
    const campaign = await readCampaign(subjectId);
    if (!campaign) return "not_found";
    const counted = await countAudience(campaign);
    if (!counted.ok) return "audience_changed";
    const draft = { campaign, audience: counted.value, timeline: await readTimeline() };
    const started = await startCampaign(sql, requesterId, { id: subjectId, ...order }, draft);
    if (started.ok) return undefined;
    return started.problem === "changed_meanwhile" ? "changed_since" : started.problem;
  },
};
