import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Campaign, CampaignInput } from "#shop/mailing/campaigns/campaign.ts";
import { findCampaign, listCampaigns } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { sendCampaign, stepCampaign } from "#shop/mailing/campaigns/start-sending.server.ts";
import { readPreview } from "#shop/mailing/campaigns/write/preview.server.ts";
import {
  deleteDraft,
  duplicateCampaign,
  saveCampaign,
} from "#shop/mailing/campaigns/write/save-campaign.server.ts";
import { removePace, subscribeMany } from "#tests/support/builders/campaigns.ts";
import { chooseMails } from "#tests/support/builders/mailing-list.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { AutomationSlug } from "./automation.ts";
import {
  listAutomations,
  previewAutomation,
  readAutomationNumbers,
} from "./read-automations.server.ts";
import { runAutomations } from "./run-automations.server.ts";
import { saveAutomationDays, switchAutomation } from "./switch-automation.server.ts";

testDatabase({ demo: true });
const publicUrl = "https://shop.test";
const customer = demoPerson("customer@etalase.test");
let admin: Person;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
  await removePace();
});

const find = async (slug: AutomationSlug) => {
  const automation = (await listAutomations(admin)).find((one) => one.slug === slug);
  const text = automation && (await findCampaign(admin, automation.template));
  if (!automation || !text) throw new Error("an automation is missing");
  return { automation, text };
};
const input = ({ contents, ...text }: Campaign, subject: string): CampaignInput => ({
  id: text.id,
  version: text.version,
  name: text.name,
  topic: text.topic,
  segment_id: null,
  fallback_language: text.fallback_language,
  window_from: 0,
  window_to: 0,
  voucher_promotion_id: null,
  holdout: 0,
  contents: { ...contents, id: contents.id && { ...contents.id, subject } },
});

test("is read and switched by staff with the permissions, on with a fresh proof, and each act is in the audit log", async () => {
  expect((await listAutomations(admin)).map(({ slug, isOn }) => [slug, isOn])).toEqual([
    ["welcome", false],
    ["win_back", false],
    ["left_cart", true],
    ["back_in_stock", true],
  ]);
  expect(await listAutomations(customer)).toEqual([]);
  expect(await readAutomationNumbers(customer, "welcome")).toMatchObject({ mailed: 0 });
  const refused = { ok: false, problem: "not_permitted" };
  expect(await switchAutomation(customer, "welcome", true)).toEqual(refused);
  expect(
    await saveAutomationDays(customer, "win_back", { after_days: 30, quiet_days: 30 }),
  ).toEqual(refused);
  const stale = demoPerson("admin@etalase.test");
  expect(await switchAutomation(stale, "welcome", true)).toEqual({
    ok: false,
    problem: "reauthentication_needed",
  });
  expect(await switchAutomation(admin, "welcome", true)).toMatchObject({ ok: true });
  const [before] =
    await asSeed()`select on_since from private.mail_automations where slug = 'welcome'`;
  // A repeated press begins nothing anew.
  expect(await switchAutomation(admin, "welcome", true)).toMatchObject({ ok: true });
  expect(
    await asSeed()`select on_since from private.mail_automations where slug = 'welcome'`,
  ).toEqual([before]);
  // Off needs no proof.
  expect(await switchAutomation(stale, "welcome", false)).toMatchObject({ ok: true });
  expect(
    await saveAutomationDays(stale, "win_back", { after_days: 60, quiet_days: 200 }),
  ).toMatchObject({ ok: true });
  expect(await saveAutomationDays(stale, "welcome", { after_days: 60, quiet_days: 200 })).toEqual({
    ok: false,
    problem: "not_found",
  });
  const entries = await asSeed()`
    select subject_id, changes, actor_id from audit_entries where subject_kind = 'mail_automation' order by id`;
  expect(entries).toEqual([
    { subject_id: "welcome", changes: { is_on: [false, true] }, actor_id: admin.id },
    { subject_id: "welcome", changes: { is_on: [true, false] }, actor_id: admin.id },
    {
      subject_id: "win_back",
      changes: { after_days: [90, 60], quiet_days: [180, 200] },
      actor_id: admin.id,
    },
  ]);
});

test("its text is saved as a draft is, is no campaign, and cannot become one that nobody could send", async () => {
  const { automation, text } = await find("welcome");
  expect(await saveCampaign(admin, input(text, ""))).toMatchObject({ ok: true });
  expect(await switchAutomation(admin, "welcome", true)).toEqual({
    ok: false,
    problem: "checks_failed",
  });
  const broken = await find("welcome");
  expect(await saveCampaign(admin, input(broken.text, "Halo"))).toMatchObject({ ok: true });
  expect(await switchAutomation(admin, "welcome", true)).toMatchObject({ ok: true });
  const good = await find("welcome");
  expect(await saveCampaign(admin, input(good.text, ""))).toEqual({
    ok: false,
    problem: "checks_failed",
  });
  for (const change of [{ topic: "stock" }, { segment_id: randomUUID() }]) {
    expect(await saveCampaign(admin, { ...input(good.text, "Halo"), ...change })).toEqual({
      ok: false,
      problem: "campaign_state",
    });
  }
  expect((await find("welcome")).text.contents.id?.subject).toBe("Halo");

  const id = automation.template;
  const unknown = { ok: false, problem: "not_found" };
  const order = { id, version: good.text.version, recipients: 0, scheduled_at: null };
  expect(await sendCampaign(admin, order)).toEqual(unknown);
  expect(await stepCampaign(admin, id, "cancel")).toEqual(unknown);
  expect(await deleteDraft(admin, id)).toEqual(unknown);
  expect(await duplicateCampaign(admin, id, randomUUID())).toEqual(unknown);
  const { campaigns } = await listCampaigns(admin, { after: null, before: null });
  expect(campaigns).toEqual([]);
  const stock = await find("back_in_stock");
  const preview = await readPreview(admin, stock.automation.template, "id", publicUrl);
  expect(preview?.text).toContain("Mug Ngopi Dulu tersedia lagi");
  // A mail of the outbox has no row that a code could belong to.
  const cart = await find("left_cart");
  const [promotion] = await asSeed()<
    { id: string }[]
  >`select id from promotions order by id limit 1`;
  expect(
    await saveCampaign(admin, {
      ...input(cart.text, "Keranjang"),
      voucher_promotion_id: promotion?.id ?? "",
    }),
  ).toEqual({ ok: false, problem: "campaign_state" });
});

test("says what it would have mailed, what it did, and why some got nothing", async () => {
  await asSeed()`select private.switch_automation('welcome', false, null)`;
  await asSeed()`update private.mail_campaigns set window_from = 0, window_to = 0 where automation = 'welcome'`;
  const before = (await previewAutomation(admin, "welcome")).count ?? 0;
  // Imported, they subscribed to nothing by themselves.
  await subscribeMany(3, { prefix: "impor" });
  const emails = ["satu", "dua", "tiga"].map((name) => `${name}@hitung.test`);
  for (const email of emails) await chooseMails(email, { news: true });
  expect(await previewAutomation(admin, "welcome")).toEqual({ count: before + 3, days: 30 });
  await chooseMails(emails[0] ?? "", { news: false });
  expect(await previewAutomation(admin, "welcome")).toEqual({ count: before + 2, days: 30 });
  expect(await previewAutomation(admin, "left_cart")).toMatchObject({ days: 7 });

  await switchAutomation(admin, "welcome", true);
  const late = ["empat", "lima"].map((name) => `${name}@hitung.test`);
  for (const email of late) await chooseMails(email, { news: true });
  await runAutomations(publicUrl);
  expect(await readAutomationNumbers(admin, "welcome")).toMatchObject({ mailed: 0, waiting: 2 });
  await chooseMails(late[0] ?? "", { news: false });
  await sendCampaigns({ from: "Toko <kabar@shop.test>", publicUrl, smtpUrl: undefined });
  expect(await readAutomationNumbers(admin, "welcome")).toEqual({
    mailed: 1,
    waiting: 0,
    refused: 0,
    brought: { orders: 0, total: 0 },
    skipped: [{ reason: "stopped", count: 1 }],
  });
});
