import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { CampaignInput } from "#shop/mailing/campaigns/campaign.ts";
import { findCampaign, readCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { checkCampaign } from "#shop/mailing/campaigns/write/check-campaign.server.ts";
import { readPreview } from "#shop/mailing/campaigns/write/preview.server.ts";
import {
  duplicateCampaign,
  saveCampaign,
} from "#shop/mailing/campaigns/write/save-campaign.server.ts";
import { sendTest } from "#shop/mailing/campaigns/write/send-test.server.ts";
import { shortContent } from "#tests/support/builders/campaigns.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true });
let admin: Person;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
});

const second = { subject: "Ada yang baru", preheader: "Lihat dulu" };
const draft = (contents: CampaignInput["contents"]): CampaignInput => ({
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
  contents,
});

test("a second subject is saved, copied, previewed, tested and removed with the first one's content", async () => {
  const content = { ...shortContent, second };
  const input = draft({
    id: content,
    en: { ...content, second: { subject: "New", preheader: "" } },
  });
  expect(await saveCampaign(admin, input)).toMatchObject({ ok: true });
  const copy = randomUUID();
  await duplicateCampaign(admin, input.id, copy);
  for (const id of [input.id, copy]) {
    expect((await findCampaign(admin, id))?.contents).toEqual(input.contents);
  }
  // An empty preview text follows the first one.
  const preview = (arm: "a" | "b") =>
    readPreview(admin, input.id, "id", "https://shop.test", { arm });
  expect((await preview("a"))?.html).toContain(shortContent.preheader);
  expect((await preview("b"))?.html).toContain("Lihat dulu");
  expect(
    (await readPreview(admin, input.id, "en", "https://shop.test", { arm: "b" }))?.html,
  ).toContain(shortContent.preheader);
  const address = admin.email ?? "";
  expect(await sendTest(admin, input.id, [address], randomUUID())).toEqual({
    ok: true,
    value: null,
  });
  const mails = await asSeed()<{ subject: string }[]>`
    select subject from private.outbox where recipient = ${address} order by subject`;
  expect(mails.map(({ subject }) => subject)).toEqual([
    ...["[Test A] Kabar untuk Anda", "[Test B] New"],
    ...["[Uji coba A] Kabar untuk Anda", "[Uji coba B] Ada yang baru"],
  ]);
  expect(
    await saveCampaign(admin, { ...input, version: 1, contents: { id: shortContent, en: null } }),
  ).toMatchObject({
    ok: true,
  });
  expect((await findCampaign(admin, input.id))?.contents).toEqual({ id: shortContent, en: null });
  expect(await preview("b")).toBeUndefined();

  const [row] = await asSeed()<{ id: string }[]>`
    select template as id from private.mail_automations where slug = 'welcome'`;
  const template = await readCampaign(row?.id ?? "");
  if (!template) throw new Error("an automation has no text");
  const text = { ...template, contents: { ...template.contents, id: content } };
  expect(await saveCampaign(admin, text)).toEqual({ ok: false, problem: "campaign_state" });
});

test("the checks look at both subjects, at missing ones, and at how many would try them", async () => {
  const codes = async (
    contents: CampaignInput["contents"],
    total = 20_000,
    holdout: 0 | 10 = 0,
  ) => {
    const campaign = { ...draft(contents), holdout, automation: null, tested: true };
    const audience = { id: total, en: 0, total };
    const checks = await checkCampaign(campaign, {
      publicUrl: "https://toko.test",
      hasMailServer: true,
      audience,
    });
    return checks
      .filter(({ code }) => /subject|preheader|slot|arm|trial/.test(code))
      .map(({ code, level, arm, detail }) => [code, level, arm ?? detail ?? null]);
  };
  const withSecond = (values: Partial<typeof second>) => ({
    id: { ...shortContent, second: { ...second, ...values } },
    en: null,
  });
  expect(await codes(withSecond({}))).toEqual([]);
  expect(await codes(withSecond({ preheader: "" }))).toEqual([]);
  expect(await codes(withSecond({ subject: "" }))).toEqual([["subject_missing", "stop", "b"]]);
  expect(await codes(withSecond({ subject: "a".repeat(61) }))).toEqual([
    ["subject_long", "ask", "b"],
  ]);
  expect(await codes(withSecond({ subject: "Halo {nama}" }))).toEqual([
    ["slot_unknown", "stop", "{nama}"],
  ]);
  expect(await codes(withSecond({ subject: shortContent.subject }))).toEqual([
    ["subjects_equal", "ask", null],
  ]);
  expect(await codes({ ...withSecond({}), en: shortContent })).toEqual([
    ["arm_missing", "stop", null],
  ]);
  expect(await codes(withSecond({}), 10_000)).toEqual([]);
  expect(await codes(withSecond({}), 10_000, 10)).toEqual([["trial_small", "ask", "900"]]);
});
