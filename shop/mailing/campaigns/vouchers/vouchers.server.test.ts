import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { CampaignInput } from "#shop/mailing/campaigns/campaign.ts";
import { listKeptMails } from "#shop/mailing/campaigns/kept-mails.server.ts";
import { findCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { freezePage, renderVersions } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { stepCampaign } from "#shop/mailing/campaigns/start-sending.server.ts";
import { checkCampaign } from "#shop/mailing/campaigns/write/check-campaign.server.ts";
import { readPreview } from "#shop/mailing/campaigns/write/preview.server.ts";
import {
  duplicateCampaign,
  saveCampaign,
} from "#shop/mailing/campaigns/write/save-campaign.server.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { changeBatch } from "#shop/promotions/batches.server.ts";
import {
  removePace,
  shortContent,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { makePromotion } from "#tests/support/builders/promotions.ts";
import {
  demoPerson,
  giveStaffRole,
  openTestProviders,
  provenAdmin,
  variantInStock,
  withProof,
} from "#tests/support/builders/shop.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listVoucherPromotions } from "./voucher-promotions.server.ts";

testDatabase({ demo: true, max: 6 });
let admin: Person;
let sink: SmtpSink | undefined;
const content = {
  ...shortContent,
  blocks: [...shortContent.blocks, { kind: "voucher" as const, text: "Kode untuk {name|Anda}" }],
};
const facts = { from: "Toko <kabar@shop.test>", publicUrl: "https://shop.test" };
beforeAll(async () => {
  openTestProviders();
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
  await removePace();
});
afterEach(() => sink?.close());

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
  contents: { id: content, en: null },
  ...values,
});
/** Sends a campaign with codes of a promotion. @returns its number and UUID */
async function start(promotion: string): Promise<{ number: number; id: string }> {
  const number = await startCampaign(content, promotion);
  const [row] = await asSeed()<{ id: string }[]>`
    select id from private.mail_campaigns where number = ${number}`;
  return { number, id: row?.id ?? "" };
}
/** The codes of a campaign by the address they went to, and whether they are on. */
const codesOf = (campaign: number) => asSeed()<
  { email: string; code: string; active: boolean; state: string }[]
>`
  select r.email, c.code, c.active, d.state from private.mail_codes m join promo_codes c on c.id = m.code_id
  join private.mail_deliveries d on d.campaign = m.campaign and d.n = m.n
  join private.mail_recipients r on r.id = d.recipient_id where m.campaign = ${campaign} order by d.n`;

test("the checks say what is wrong with a voucher before anything is sent", async () => {
  const promotion = await makePromotion("");
  await asSeed()`update promotions set automatic = false where id = ${promotion}`;
  const codes = async (values: Partial<CampaignInput>, total = 100) => {
    const input = draft(values);
    const campaign = { ...input, automation: null, tested: true };
    const audience = { id: total, en: 0, total };
    const checks = await checkCampaign(campaign, {
      publicUrl: "https://shop.test",
      hasMailServer: true,
      audience,
    });
    return checks
      .filter(({ code }) => code.startsWith("voucher"))
      .map(({ code, level }) => [code, level]);
  };
  const set = (change: Record<string, unknown>) =>
    asSeed()`update promotions set ${asSeed()(change)} where id = ${promotion}`;
  const chosen = { voucher_promotion_id: promotion };
  expect(await codes({ contents: { id: shortContent, en: null } })).toEqual([]);
  expect(await codes({})).toEqual([["voucher_missing", "stop"]]);
  expect(await codes({ voucher_promotion_id: randomUUID() })).toEqual([
    ["voucher_missing", "stop"],
  ]);
  expect(await codes({ ...chosen, contents: { id: content, en: shortContent } })).toEqual([
    ["voucher_unplaced", "stop"],
  ]);
  expect(await codes(chosen)).toEqual([]);
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  await set({ ends_at: inHours(47) });
  expect(await codes(chosen)).toEqual([["voucher_ends", "stop"]]);
  await set({ ends_at: inHours(49) });
  expect(await codes(chosen)).toEqual([]);
  expect(await codes({ ...chosen, window_from: 8, window_to: 20 })).toEqual([
    ["voucher_ends", "stop"],
  ]);
  await set({ ends_at: null, usage_limit: 99 });
  expect(await codes(chosen)).toEqual([["voucher_uses", "stop"]]);
  expect(await codes(chosen, 99)).toEqual([]);
  await set({ usage_limit: null, budget: 100 * 10_000 - 1 });
  expect(await codes(chosen)).toEqual([["voucher_budget", "stop"]]);
  await set({ budget: 100 * 10_000 });
  expect(await codes(chosen)).toEqual([]);
  await set({ type: "percent", value: 10 });
  expect(await codes(chosen)).toEqual([["voucher_budget_unknown", "ask"]]);
  await set({ budget: null, first_order_only: true });
  expect(await codes(chosen)).toEqual([["voucher_narrow", "ask"]]);
  await set({ first_order_only: false, enabled: false });
  expect(await codes(chosen)).toEqual([["voucher_off", "stop"]]);
});

test("only who may make codes chooses the promotion; previews and tests show a code that nobody has", async () => {
  const promotion = await makePromotion("");
  await asSeed()`update promotions set automatic = false where id = ${promotion}`;
  const writer = demoPerson("staff@etalase.test");
  await giveStaffRole(writer, "service");
  const asWriter = await withProof(writer);
  const input = draft({ voucher_promotion_id: promotion });
  expect(await saveCampaign(asWriter, input)).toEqual({
    ok: false,
    problem: "voucher_not_permitted",
  });
  expect(await listVoucherPromotions(asWriter, null)).toEqual([]);
  expect(await saveCampaign(admin, { ...input, voucher_promotion_id: randomUUID() })).toEqual({
    ok: false,
    problem: "promotion_unknown",
  });
  expect(await saveCampaign(admin, input)).toMatchObject({ ok: true });
  expect((await listVoucherPromotions(admin, null)).map(({ id }) => id)).toContain(promotion);
  expect((await listVoucherPromotions(asWriter, promotion)).map(({ id }) => id)).toEqual([
    promotion,
  ]);
  // What a colleague chose is kept.
  expect(await saveCampaign(asWriter, { ...input, version: 1, name: "Lain" })).toMatchObject({
    ok: true,
  });
  expect((await findCampaign(admin, input.id))?.voucher_promotion_id).toBe(promotion);
  const copyOf = async (person: Person) => {
    const copied = await duplicateCampaign(person, input.id, randomUUID());
    if (!copied.ok) throw new Error(copied.problem);
    return (await findCampaign(admin, copied.value.id))?.voucher_promotion_id;
  };
  expect(await copyOf(asWriter)).toBeNull();
  expect(await copyOf(admin)).toBe(promotion);
  const preview = await readPreview(admin, input.id, "id", facts.publicUrl);
  expect(preview?.html).toContain("CONTOH-KODE");
  expect(preview?.text).toContain("Kode untuk \nCONTOH-KODE".replace("untuk ", "untuk Anda"));
});

test("each recipient has a code that works once; unsent ones are off at the end, uncertain ones are kept", async () => {
  const promotion = await makePromotion("");
  await asSeed()`update promotions set automatic = false where id = ${promotion}`;
  const emails = await subscribeMany(30, { domains: ["kode.test"] });
  const [gone = "", lost = "", stopped = ""] = emails;
  sink = await startSmtpSink({
    keep: 100,
    script: (to) => {
      if (to === gone) return { at: "rcpt", reply: "550 5.1.1 nobody" };
      return to === lost ? { drop: "after_dot" } : undefined;
    },
  });
  const { number, id } = await start(promotion);
  // Frozen first, so that somebody can stop in between.
  await renderVersions(number, facts.publicUrl);
  await freezePage(number, "shop.test");
  const given = await codesOf(number);
  expect(new Set(given.map(({ code }) => code)).size).toBe(30);
  expect(given.every(({ code }) => /^[2-9A-HJ-NP-Z]{10}$/.test(code))).toBe(true);
  await asSeed()`
    select private.stop_mails(id, '{news}', 'one_click') from private.mail_recipients where email = ${stopped}`;
  await sendCampaigns({ ...facts, smtpUrl: sink.url, connections: 3, sliceMs: 20_000 });
  expect((await sumsOf(number)).counted).toEqual({
    accepted: 27,
    refused: 1,
    skipped: 1,
    uncertain: 1,
  });

  const codes = await codesOf(number);
  for (const { email, code, active } of codes) {
    expect([email, active]).toEqual([email, email !== gone && email !== stopped]);
    const mail = sink.texts.find((text) => text.includes(`To: ${email}`));
    // In HTML and text, and nobody else's.
    if (mail)
      expect(codes.filter((other) => mail.includes(other.code)).map((other) => other.code)).toEqual(
        [code],
      );
  }
  const [batch] =
    await asSeed()`select count, made, state, note from promo_batches where id = ${id}`;
  expect(batch).toEqual({ count: 30, made: 30, state: "done", note: "Kabar minggu ini" });
  const [open] =
    await asSeed()`select codes_cursor from private.mail_campaigns where number = ${number}`;
  expect(open).toEqual({ codes_cursor: null });

  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const discountOf = async (code: string) =>
    (await quoteCart({ actor: admin }, { lines, promo_codes: [code] }, "id")).discount;
  const codeOf = (email: string) => codes.find((one) => one.email === email)?.code ?? "";
  expect(await discountOf(codeOf(emails[5] ?? ""))).toBe(10_000);
  expect(await discountOf(codeOf(lost))).toBe(10_000);
  expect(await discountOf(codeOf(gone))).toBe(0);
  // Staff can end them all, as any batch.
  expect((await changeBatch(admin, { id, act: "revoke" })).ok).toBe(true);
  expect(await discountOf(codeOf(emails[5] ?? ""))).toBe(0);
});

test("a campaign pauses once its codes would be worth nothing; cancelled, its unsent codes are off", async () => {
  const promotion = await makePromotion("");
  await asSeed()`update promotions set automatic = false, enabled = false where id = ${promotion}`;
  const { number, id } = await start(promotion);
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(await findCampaign(admin, id)).toMatchObject({
    status: "paused",
    paused_why: "voucher",
    paused_detail: "Uji",
  });
  await asSeed()`update promotions set enabled = true where id = ${promotion}`;
  await stepCampaign(admin, id, "resume");
  await freezePage(number, "shop.test");
  expect((await codesOf(number)).length).toBeGreaterThan(0);
  await stepCampaign(admin, id, "cancel");
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  expect(new Set((await codesOf(number)).map(({ active, state }) => `${state} ${active}`))).toEqual(
    new Set(["skipped false"]),
  );

  const later = await start(promotion);
  await sendCampaigns({ ...facts, smtpUrl: undefined });
  const [kept] = await listKeptMails(facts.publicUrl);
  const own = await codesOf(later.number);
  expect(own.filter(({ code }) => kept?.text.includes(code)).map(({ email }) => email)).toEqual([
    kept?.to,
  ]);
});
