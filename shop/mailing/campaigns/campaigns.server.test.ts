import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { afterEach, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { inTransaction } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import {
  removePace,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { demoPerson, makeCustomer, provenAdmin, withProof } from "#tests/support/builders/shop.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { countMany } from "./audience/audience-counts.server.ts";
import { type CampaignInput, campaignInput } from "./campaign.ts";
import { listKeptMails } from "./kept-mails.server.ts";
import { findCampaign, listCampaigns, readProgress } from "./read-campaigns.server.ts";
import { freezePage, renderVersions } from "./send/freeze.server.ts";
import { pauseRestored } from "./send/open-campaigns.server.ts";
import { sendCampaigns } from "./send/send-campaigns.server.ts";
import { readSendingLimits, saveSendingLimits } from "./sending-limits.server.ts";
import { sendCampaign, stepCampaign } from "./start-sending.server.ts";
import { countForEditor } from "./write/count-for-editor.server.ts";
import { deleteDraft, duplicateCampaign, saveCampaign } from "./write/save-campaign.server.ts";

testDatabase({ demo: true });
let admin: Person;
let sink: SmtpSink | undefined;
const facts = { from: "Toko <kabar@shop.test>", publicUrl: "https://shop.test" };
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
  await removePace();
  await subscribeMany(40);
});
afterEach(() => sink?.close());

/** Milliseconds that a count of this list never takes. */
const patient = 60_000;

const draft = (values: Partial<CampaignInput> = {}): CampaignInput => ({
  id: randomUUID(),
  version: 0,
  name: "Kabar",
  topic: "news",
  fallback_language: "id",
  window_from: 0,
  window_to: 0,
  segment_id: null,
  voucher_promotion_id: null,
  holdout: 0,
  contents: {
    id: {
      subject: "Kabar untuk {name|Anda}",
      preheader: "Baru",
      blocks: [{ kind: "text", text: "Halo {name|Sahabat}" }],
    },
    en: null,
  },
  ...values,
});
const statusOf = async (id: string) => (await findCampaign(admin, id))?.status;
const order = (id: string, version: number, recipients = 40) => ({
  id,
  version,
  recipients,
  scheduled_at: null,
});

test("a draft is saved once a request, never over another's change, and only by who may send mails", async () => {
  const input = draft();
  expect(await saveCampaign(demoPerson("customer@etalase.test"), input)).toMatchObject({
    ok: false,
  });
  expect(await saveCampaign(admin, input)).toEqual({ ok: true, value: { version: 1 } });
  expect(await saveCampaign(admin, input)).toEqual({ ok: true, value: { version: 1 } });
  expect(await saveCampaign(admin, { ...input, version: 1, name: "Lain" })).toEqual({
    ok: true,
    value: { version: 2 },
  });
  const late = await saveCampaign(admin, { ...input, version: 1, name: "Terlambat" });
  expect(late).toEqual({ ok: false, problem: "changed_meanwhile" });
  expect(await saveCampaign(admin, draft({ topic: "stock" }))).toEqual({
    ok: false,
    problem: "topic_unknown",
  });
  const odd = draft({ name: "a\0\ud800" });
  odd.contents.id = {
    subject: "\0",
    preheader: "\ud800",
    blocks: [{ kind: "text", text: "x\0\ud800" }],
  };
  const read = v.parse(campaignInput, odd);
  expect(await saveCampaign(admin, read)).toMatchObject({ ok: true });
  expect((await findCampaign(admin, odd.id))?.contents.id?.blocks).toEqual([
    { kind: "text", text: "x\ufffd" },
  ]);
  await deleteDraft(admin, odd.id);
  const copy = randomUUID();
  expect((await duplicateCampaign(admin, input.id, copy)).ok).toBe(true);
  expect((await duplicateCampaign(admin, input.id, copy)).ok).toBe(true);
  expect((await findCampaign(admin, copy))?.contents).toEqual(input.contents);
  expect((await deleteDraft(admin, copy)).ok).toBe(true);
  expect((await listCampaigns(admin, { after: null, before: null })).campaigns).toHaveLength(1);
});

test("sending needs clean checks, the number of recipients and a fresh proof, and happens once", async () => {
  const input = draft();
  await saveCampaign(admin, { ...input, contents: { id: null, en: null } });
  expect(await sendCampaign(admin, order(input.id, 1))).toMatchObject({ problem: "checks_failed" });
  await saveCampaign(admin, { ...input, version: 1 });
  expect(await sendCampaign(admin, order(input.id, 1))).toMatchObject({
    problem: "changed_meanwhile",
  });
  expect(await sendCampaign(admin, order(input.id, 2, 38))).toMatchObject({
    problem: "audience_changed",
  });
  expect(await sendCampaign(demoPerson("admin@etalase.test"), order(input.id, 2))).toMatchObject({
    problem: "reauthentication_needed",
  });
  expect(await sendCampaign(admin, order(input.id, 2))).toEqual({ ok: true, value: null });
  expect(await sendCampaign(admin, order(input.id, 2))).toMatchObject({
    problem: "campaign_state",
  });
  await expect(
    asSeed()`update private.mail_versions set subject = 'Lain' where campaign = (
      select number from private.mail_campaigns where id = ${input.id})`,
  ).rejects.toThrow(/never changes/);
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(await statusOf(input.id)).toBe("sent");
  const kept = await listKeptMails(facts.publicUrl);
  expect(kept).toHaveLength(40);
  expect(kept.find(({ to }) => to === "pelanggan2@contoh.test")).toMatchObject({
    subject: "Kabar untuk Rina",
    html: expect.stringContaining("Halo Rina"),
    text: expect.stringMatching(/Berhenti berlangganan: https:\/\/shop\.test\/Unsubscribe\?t=/),
  });
});

test("an editor counts anew when the topic changes or sending counted, and not with each save", async () => {
  const input = draft();
  await saveCampaign(admin, input);
  const counted = async (topic = "news") => {
    const draft = { ...input, topic, segment_filter: null };
    const { counted } = await countForEditor(draft, patient);
    return counted?.ok ? counted.value.total : counted?.problem;
  };
  expect(await counted()).toBe(40);
  const [more = ""] = await subscribeMany(1, { domains: ["baru.test"] });
  expect(await counted()).toBe(40);
  expect(await counted("stock")).toBe(0);
  expect(await counted()).toBe(41);
  const sql = asSeed();
  await sql`select private.forget_mail_recipient(id) from private.mail_recipients where email = ${more}`;
  expect(await counted()).toBe(41);
  expect(await sendCampaign(admin, order(input.id, 1, 41))).toMatchObject({
    problem: "audience_changed",
  });
  expect(await counted()).toBe(40);
  await deleteDraft(admin, input.id);
});

test("while an audience is counted, its editor has an estimate, and then the count that it asked for", async () => {
  const input = { ...draft(), segment_filter: null };
  await saveCampaign(admin, input);
  await asSeed()`analyze subscriptions`;
  const sooner = await asSeed().begin(async (sql) => {
    // The count reads it, the estimate does not.
    await sql`lock table private.mail_caps in access exclusive mode`;
    return countForEditor(input, 0);
  });
  expect(sooner.counted).toBeUndefined();
  expect(sooner).toEqual({ about: expect.any(Number) });
  const { counted } = await countForEditor(input, patient);
  expect(counted).toMatchObject({ ok: true, value: { total: 40 } });
  // A count of the same audience is shown until the next one is there.
  expect(await countForEditor(input, 0)).toEqual({ counted });
  await deleteDraft(admin, input.id);
});

test("a scheduled campaign can be taken back, and begins when its time has come", async () => {
  const input = draft();
  await saveCampaign(admin, input);
  const later = (scheduled_at: string) =>
    sendCampaign(admin, { ...order(input.id, 1), scheduled_at });
  expect(await later("2020-01-01T08:00")).toMatchObject({ problem: "schedule_past" });
  expect(await later("2999-13-41T99:99")).toMatchObject({ problem: "schedule_past" });
  expect(await later("2999-01-01T08:00")).toMatchObject({ ok: true });
  expect(await findCampaign(admin, input.id)).toMatchObject({
    status: "scheduled",
    scheduled_at: "2999-01-01T08:00",
  });
  expect(await stepCampaign(admin, input.id, "unschedule")).toMatchObject({ ok: true });
  expect(await statusOf(input.id)).toBe("draft");
  expect(await later("2999-01-01T08:00")).toMatchObject({ ok: true });
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(await statusOf(input.id)).toBe("scheduled");
  await asSeed()`update private.mail_campaigns set scheduled_at = now() where id = ${input.id}`;
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(await statusOf(input.id)).toBe("sent");
});

test("a scheduled campaign whose sender lost the right pauses, and staff are notified", async () => {
  const { person } = await makeCustomer("pengirim-jadwal");
  await asSeed()`update profiles set role = 'ADMIN' where id = ${person.id}`;
  const sender = await withProof({ ...person, role: "ADMIN", permissions: admin.permissions });
  const input = draft();
  await saveCampaign(sender, input);
  const scheduled = { ...order(input.id, 1), scheduled_at: "2999-01-01T08:00" };
  expect(await sendCampaign(sender, scheduled)).toEqual({ ok: true, value: null });
  await asSeed()`update profiles set role = 'CUSTOMER' where id = ${person.id}`;
  await asSeed()`update private.mail_campaigns set scheduled_at = now() where id = ${input.id}`;
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(
    await asSeed()`
    select status, paused_why from private.mail_campaigns where id = ${input.id}`,
  ).toEqual([{ status: "paused", paused_why: "sender" }]);
  expect(
    await asSeed()`
    select kind from private.staff_events where subject_id = ${input.id}`,
  ).toEqual([{ kind: "campaign_paused" }]);
  expect(await stepCampaign(admin, input.id, "resume")).toMatchObject({ ok: true });
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(await statusOf(input.id)).toBe("sent");
});

test("a restored shop pauses what was under way or due, and leaves what is scheduled for later", async () => {
  const [underWay, due, later] = [await startCampaign(), draft(), draft()];
  for (const input of [due, later]) {
    await saveCampaign(admin, input);
    const scheduled = { ...order(input.id, 1), scheduled_at: "2999-01-01T08:00" };
    expect(await sendCampaign(admin, scheduled)).toEqual({ ok: true, value: null });
  }
  await asSeed()`update private.mail_campaigns set scheduled_at = now() where id = ${due.id}`;
  expect(await pauseRestored()).toBe(2);
  sink = await startSmtpSink();
  await sendCampaigns({ ...facts, smtpUrl: sink.url });
  const rows = await asSeed()`
    select status, paused_why from private.mail_campaigns
    where number = ${underWay} or id = any(${[due.id, later.id]}) order by number`;
  expect(rows).toEqual([
    { status: "paused", paused_why: "restored" },
    { status: "paused", paused_why: "restored" },
    { status: "scheduled", paused_why: null },
  ]);
  expect(sink.bodies).toEqual([]);
});

test("a paused campaign begins nothing until it goes on, and a cancelled one never again", async () => {
  const number = await startCampaign();
  const [{ id = "" } = {}] = await asSeed()<{ id: string }[]>`
    select id from private.mail_campaigns where number = ${number}`;
  sink = await startSmtpSink({ script: (_, nth) => (nth === 1 ? { lateMs: 30 } : undefined) });
  const stop = new AbortController();
  const sending = sendCampaigns({
    ...facts,
    smtpUrl: sink.url,
    connections: 2,
    signal: stop.signal,
  });
  await expect.poll(() => sink?.bodies.length).toBeGreaterThan(3);
  expect((await stepCampaign(admin, id, "pause")).ok).toBe(true);
  await sending;
  const sent = sink.bodies.length;
  await sendCampaigns({ ...facts, smtpUrl: sink.url });
  expect(sink.bodies).toHaveLength(sent);
  const { tallies } = await readProgress(number);
  expect(tallies).toMatchObject({ pending: 40 - sent, begun: 0, accepted: sent });
  expect((await stepCampaign(admin, id, "pause")).ok).toBe(true);
  expect((await stepCampaign(admin, id, "resume")).ok).toBe(true);
  expect((await stepCampaign(admin, id, "cancel")).ok).toBe(true);
  await sendCampaigns({ ...facts, smtpUrl: sink.url });
  expect((await sumsOf(number)).counted).toEqual({ accepted: sent, skipped: 40 - sent });
  expect(await stepCampaign(admin, id, "resume")).toMatchObject({ problem: "campaign_state" });
});

test("outside of its hours a campaign waits, and says so", async () => {
  const number = await startCampaign();
  await asSeed()`
    update private.mail_campaigns set window_from = (h + 2) % 24, window_to = (h + 3) % 24
    from (select extract(hour from now() at time zone time_zone)::int as h from shop_settings) s where number = ${number}`;
  sink = await startSmtpSink();
  await sendCampaigns({ ...facts, smtpUrl: sink.url });
  expect(sink.bodies).toEqual([]);
  const [row] =
    await asSeed()`select status, waits_for from private.mail_campaigns where number = ${number}`;
  expect(row).toEqual({ status: "sending", waits_for: "window" });
  await asSeed()`update private.mail_campaigns set status = 'cancelled', ended_at = now(), waits_for = null, waits_since = null
    where number = ${number}`;
});

test("nobody gets more campaigns than the shop allows, or than they asked for", async () => {
  const [often, monthly] = await subscribeMany(2, { prefix: "cukup", domains: ["cukup.test"] });
  await asSeed()`
    select private.tune_mails(id, null, 1::smallint, 'page') from private.mail_recipients where email = ${monthly ?? ""}`;
  await asSeed()`update private.mail_caps set mails = 2`;
  const got = async () => {
    const number = await startCampaign();
    await sendCampaigns({ ...facts, smtpUrl: undefined });
    const rows = await asSeed()<{ email: string }[]>`
      select r.email from private.mail_deliveries d join private.mail_recipients r on r.id = d.recipient_id
      where d.campaign = ${number} and d.state = 'kept' and r.email like '%@cukup.test' order by 1`;
    return rows.map(({ email }) => email);
  };
  // The count of large audiences: before anybody had enough, once one did by an own limit, and once all did.
  const counted = () =>
    inTransaction(async (sql) => {
      const condition = sql`r.email like '%@cukup.test'`;
      return (await countMany(sql, { topic: "news", condition }, 1_000_000)).total;
    });
  expect(await counted()).toBe(2);
  expect(await got()).toEqual([often, monthly]);
  expect(await counted()).toBe(1);
  expect(await got()).toEqual([often]);
  expect(await counted()).toBe(0);
  expect(await got()).toEqual([]);
  await removePace();
});

test("the mails of a day are a limit of all processes, and the campaign says that it waits for the next", async () => {
  const customer = demoPerson("customer@etalase.test");
  const limits = {
    per_second: 900,
    per_hour: null,
    per_day: 5,
    mails: 100,
    days: 7,
    click_days: 12,
    warms_up: false,
  };
  expect(await saveSendingLimits(customer, limits)).toMatchObject({ ok: false });
  expect(await saveSendingLimits(admin, limits)).toMatchObject({ ok: true });
  expect(await readSendingLimits()).toEqual(limits);
  await asSeed()`update private.mail_limits set used_today = 0`;
  const number = await startCampaign();
  sink = await startSmtpSink();
  await Promise.all(
    [1, 2].map(() =>
      sendCampaigns({ ...facts, smtpUrl: sink?.url, connections: 2, sliceMs: 2_500 }),
    ),
  );
  expect(sink.bodies.length).toBeLessThanOrEqual(5);
  const [row] =
    await asSeed()`select status, waits_for from private.mail_campaigns where number = ${number}`;
  expect(row).toEqual({ status: "sending", waits_for: "limit" });
  await saveSendingLimits(admin, { ...limits, per_day: null });
  await sendCampaigns({ ...facts, smtpUrl: sink.url });
  const { tallies, counted } = await sumsOf(number);
  expect(tallies.status).toBe("sent");
  expect(counted).toEqual({ accepted: Number(tallies.total) });
});

test("a product that sells out pauses the campaign by name, until somebody resumes it", async () => {
  const [product] = await asSeed()<{ id: string; name: string }[]>`
    select id, name ->> 'id' as name from products where status = 'published' and stock_band <> 'out' order by id limit 1`;
  const number = await startCampaign({
    subject: "Baru",
    preheader: "Baru",
    blocks: [{ kind: "products", ids: [product?.id ?? ""] }],
  });
  const [{ id = "" } = {}] = await asSeed()<{ id: string }[]>`
    select id from private.mail_campaigns where number = ${number}`;
  await renderVersions(number, facts.publicUrl);
  await freezePage(number, "shop.test");
  await asSeed()`update products set status = 'archived' where id = ${product?.id ?? ""}`;
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(await findCampaign(admin, id)).toMatchObject({
    status: "paused",
    paused_why: "product",
    paused_detail: product?.name,
  });
  await stepCampaign(admin, id, "resume");
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(await statusOf(id)).toBe("sent");
});

test.each([
  ["policy", "timeline = timeline", { at: "dot", reply: "554 5.7.1 blocked" }],
  ["silent", "tick_at = now() - interval '31 minutes'", undefined],
  ["restored", "timeline = -1", undefined],
  ["login", "timeline = timeline", { at: "connect", reply: "554 5.7.1 not you" }],
] as const)("the fuse %s pauses a campaign and marks no address", async (reason, change, act) => {
  const number = await startCampaign();
  await asSeed().unsafe(`update private.mail_campaigns set ${change} where number = ${number}`);
  sink = await startSmtpSink({ script: () => act });
  await sendCampaigns({ ...facts, smtpUrl: sink.url, retryMs: () => 60_000 });
  const [row] =
    await asSeed()`select status, paused_why from private.mail_campaigns where number = ${number}`;
  expect(row).toEqual({ status: "paused", paused_why: reason });
  const { counted } = await sumsOf(number);
  expect(
    Object.keys(counted).filter((state) => state !== "pending" && state !== "deferred"),
  ).toEqual([]);
});
