import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { sendCampaign, stepCampaign } from "#shop/mailing/campaigns/start-sending.server.ts";
import { approvalActs } from "#shop/office/approval-acts.server.ts";
import { approveAct } from "#shop/staff/approvals/decide-approval.server.ts";
import { waitingAbout } from "#shop/staff/approvals/list-approvals.server.ts";
import { removePace, subscribeMany } from "#tests/support/builders/campaigns.ts";
import { makeStaff, newestApproval, setLimits } from "#tests/support/builders/limits.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { saveCampaign } from "./save-campaign.server.ts";

testDatabase({ demo: true });
let admin: Person;
let colleague: Person;
const facts = {
  from: "Toko <kabar@shop.test>",
  publicUrl: "https://shop.test",
  smtpUrl: undefined,
};
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
  colleague = await makeStaff("rekan-kabar", "manager");
  await removePace();
  await subscribeMany(20);
});

async function makeDraft(): Promise<string> {
  const id = randomUUID();
  const blocks = [{ kind: "text" as const, text: "Halo" }];
  const saved = await saveCampaign(admin, {
    id,
    version: 0,
    name: "Kabar besar",
    topic: "news",
    fallback_language: "id",
    window_from: 0,
    window_to: 0,
    segment_id: null,
    voucher_promotion_id: null,
    holdout: 0,
    contents: { id: { subject: "Diskon akhir tahun", preheader: "", blocks }, en: null },
  });
  expect(saved.ok).toBe(true);
  return id;
}
const order = (id: string, recipients: number, scheduled_at: string | null = null) => ({
  id,
  version: 1,
  recipients,
  scheduled_at,
});
const stateOf = async (id: string) => {
  const [row] = await asSeed()<{ status: string; paused_why: string | null; total: number }[]>`
    select status, paused_why, total from private.mail_campaigns where id = ${id}`;
  return row;
};
const delivered = async (id: string) =>
  (
    await asSeed()`
      select from private.mail_deliveries d join private.mail_campaigns c on c.number = d.campaign
      where c.id = ${id} and d.state = 'kept'`
  ).length;
const waits = { ok: false, problem: "waits_for_approval" };

test("a campaign above a person's limit of recipients is sent once a colleague has approved it", async () => {
  const id = await makeDraft();
  await setLimits({ recipients: 19 });
  expect(await sendCampaign(admin, order(id, 20))).toEqual(waits);
  expect(await sendCampaign(admin, order(id, 20))).toEqual(waits);
  expect(await stateOf(id)).toMatchObject({ status: "draft" });
  expect(await waitingAbout(colleague, id)).toHaveLength(1);
  const request = await newestApproval();
  expect(request).toMatchObject({ kind: "campaign", limit_kind: "recipients", amount: 20 });
  expect(await approveAct(admin, request.id, approvalActs)).toEqual({
    ok: false,
    problem: "approval_of_own",
  });
  expect(await approveAct(colleague, request.id, approvalActs)).toEqual({ ok: true, value: null });
  await sendCampaigns(facts);
  expect(await stateOf(id)).toMatchObject({ status: "sent", total: 20 });
  expect(await delivered(id)).toBe(20);
  const [sender] = await asSeed()`select sent_by from private.mail_campaigns where id = ${id}`;
  expect(sender?.sent_by).toBe(admin.id);
});

test("a request is outdated when the campaign says something else, and a draft within the limit needs nobody", async () => {
  const id = await makeDraft();
  await setLimits({ recipients: 19 });
  expect(await sendCampaign(admin, order(id, 20))).toEqual(waits);
  const request = await newestApproval();
  const found = await findCampaign(admin, id);
  if (!found) throw new Error("the draft is there");
  await saveCampaign(admin, { ...found, name: `${found.name} sekali` });
  expect(await approveAct(colleague, request.id, approvalActs)).toEqual({
    ok: false,
    problem: "approval_outdated",
  });
  expect(await stateOf(id)).toMatchObject({ status: "draft" });
  await setLimits({ recipients: 20 });
  expect(await sendCampaign(admin, { ...order(id, 20), version: 2 })).toMatchObject({ ok: true });
  expect(await stepCampaign(admin, id, "cancel")).toMatchObject({ ok: true });
});

test("an audience that grew beyond the limit until it was frozen waits for a person with a higher one", async () => {
  const id = await makeDraft();
  await setLimits({ recipients: 20 });
  expect(await sendCampaign(admin, order(id, 20, "2999-01-01T08:00"))).toMatchObject({ ok: true });
  await subscribeMany(5, { prefix: "baru", domains: ["baru.test"] });
  await asSeed()`update private.mail_campaigns set scheduled_at = now() where id = ${id}`;
  await sendCampaigns(facts);
  const paused = { status: "paused", paused_why: "size", total: 25 };
  expect(await stateOf(id)).toEqual(paused);
  expect(await delivered(id)).toBe(0);
  const refused = { ok: false, problem: "recipients_over_limit" };
  expect(await stepCampaign(admin, id, "resume")).toEqual(refused);
  expect(await stateOf(id)).toEqual(paused);
  await asSeed()`update staff_roles set limits = '{"recipients": 25}' where id = 'manager'`;
  expect(await stepCampaign(colleague, id, "resume")).toMatchObject({ ok: true });
  await sendCampaigns(facts);
  expect(await stateOf(id)).toEqual({ status: "sent", paused_why: null, total: 25 });
  expect(await delivered(id)).toBe(25);
});

test("a campaign with two subjects that outgrew its limit pauses before its trial, not after it", async () => {
  const id = await makeDraft();
  await asSeed()`
    insert into private.mail_versions (campaign, language, arm, subject, blocks)
    select v.campaign, v.language, 'b', 'Yang lain', v.blocks from private.mail_versions v
    join private.mail_campaigns c on c.number = v.campaign where c.id = ${id} and v.arm = 'a'`;
  await setLimits({ recipients: 25 });
  expect(await sendCampaign(admin, order(id, 25, "2999-01-01T08:00"))).toMatchObject({ ok: true });
  await subscribeMany(5, { prefix: "lagi", domains: ["lagi.test"] });
  await asSeed()`update private.mail_campaigns set scheduled_at = now() where id = ${id}`;
  await sendCampaigns(facts);
  expect(await stateOf(id)).toEqual({ status: "paused", paused_why: "size", total: 0 });
  await asSeed()`update staff_roles set limits = '{"recipients": 30}' where id = 'manager'`;
  expect(await stepCampaign(colleague, id, "resume")).toMatchObject({ ok: true });
  await sendCampaigns(facts);
  expect(await stateOf(id)).toMatchObject({ status: "sending", paused_why: null });
});
