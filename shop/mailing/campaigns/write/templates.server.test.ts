import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";
import { findCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { beginFromTemplate } from "./begin-from-template.server.ts";
import { anybody, checkCampaign } from "./check-campaign.server.ts";
import { ownTemplates, templateTexts } from "./own-templates.ts";
import { saveCampaign } from "./save-campaign.server.ts";
import { newTemplate, usedTemplate } from "./template.ts";
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate } from "./templates.server.ts";

testDatabase({ demo: true });
const customer = demoPerson("customer@etalase.test");
let admin: Person;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
});

const content: CampaignContent = {
  subject: "Kabar",
  preheader: "Baru",
  second: { subject: "Lain", preheader: "" },
  blocks: [
    { kind: "columns", left: [{ kind: "text", text: "Kiri" }], right: [] },
    { kind: "rule", order: "newest", category: null, count: 2 },
  ],
};

async function addCampaign(
  contents = { id: content, en: null } as { id: CampaignContent | null; en: null },
) {
  const id = randomUUID();
  const saved = await saveCampaign(admin, {
    id,
    version: 0,
    name: "Kabar",
    topic: "news",
    fallback_language: "id",
    contents,
    window_from: 0,
    window_to: 0,
    segment_id: null,
    voucher_promotion_id: null,
    holdout: 0,
  });
  expect(saved.ok).toBe(true);
  return id;
}

test("a campaign's content becomes a template once, and a template becomes a draft that says the same", async () => {
  const campaign = await addCampaign();
  const template = { id: randomUUID(), name: "Bulanan" };
  expect(await saveTemplate(admin, campaign, template)).toEqual({ ok: true, value: null });
  expect(await saveTemplate(admin, campaign, template)).toEqual({ ok: true, value: null });
  expect(await listTemplates(admin)).toMatchObject([
    { id: template.id, name: "Bulanan", version: 1, languages: ["id"] },
  ]);
  expect(await saveTemplate(admin, campaign, { id: randomUUID(), name: "BULANAN" })).toEqual({
    ok: false,
    problem: "template_name_taken",
  });
  const newId = randomUUID();
  const use = { template: template.id, newId };
  expect(await beginFromTemplate(admin, use, "id")).toEqual({ ok: true, value: { version: 1 } });
  expect(await beginFromTemplate(admin, use, "id")).toEqual({ ok: true, value: { version: 1 } });
  expect(await findCampaign(admin, newId)).toMatchObject({
    name: "Bulanan",
    status: "draft",
    topic: "news",
    segment_id: null,
    tested: false,
    contents: { id: content, en: null },
  });
  const [{ count } = {}] = await asSeed()<{ count: number }[]>`
    select count(*)::int as count from private.mail_campaigns where automation is null`;
  expect(count).toBe(2);

  expect(
    await renameTemplate(admin, { id: template.id, version: 1, name: "Tahunan" }),
  ).toMatchObject({ ok: true });
  expect(
    await renameTemplate(admin, { id: template.id, version: 1, name: "Tahunan" }),
  ).toMatchObject({ ok: true });
  expect(await renameTemplate(admin, { id: template.id, version: 1, name: "Lain" })).toEqual({
    ok: false,
    problem: "changed_meanwhile",
  });
  expect(await deleteTemplate(admin, template.id)).toMatchObject({ ok: true });
  expect(await deleteTemplate(admin, template.id)).toMatchObject({ ok: true });
  expect(await listTemplates(admin)).toEqual([]);
  expect((await findCampaign(admin, newId))?.contents.id).toEqual(content);
  expect(await beginFromTemplate(admin, { ...use, newId: randomUUID() }, "id")).toEqual({
    ok: false,
    problem: "not_found",
  });
});

test("only staff who send mails change templates, and only staff who read mails see them", async () => {
  const campaign = await addCampaign();
  const id = randomUUID();
  const refused = { ok: false };
  expect(await saveTemplate(customer, campaign, { id, name: "Milik tamu" })).toMatchObject(refused);
  await saveTemplate(admin, campaign, { id, name: "Milik tim" });
  expect(await listTemplates(customer)).toEqual([]);
  expect(await renameTemplate(customer, { id, version: 1, name: "X" })).toMatchObject(refused);
  expect(await deleteTemplate(customer, id)).toMatchObject(refused);
  expect(
    await beginFromTemplate(customer, { template: "voucher", newId: randomUUID() }, "id"),
  ).toMatchObject(refused);
  expect(await listTemplates(admin)).toMatchObject([{ name: "Milik tim", version: 1 }]);
  await deleteTemplate(admin, id);
});

test("names have a length, a campaign without content is none, and a shop has a hundred templates", async () => {
  const id = randomUUID();
  expect(v.is(newTemplate, { id, name: "x".repeat(80) })).toBe(true);
  for (const name of ["", " \0 ", "x".repeat(81)])
    expect(v.is(newTemplate, { id, name })).toBe(false);
  expect(v.is(usedTemplate, { template: "lainnya", newId: id })).toBe(false);
  const empty = await addCampaign({ id: null, en: null });
  expect(await saveTemplate(admin, empty, { id, name: "Kosong" })).toMatchObject({
    problem: "template_empty",
  });
  const campaign = await addCampaign();
  await asSeed()`
    insert into private.mail_templates (id, name, contents)
    select gen_random_uuid(), 'Templat ' || n, '{"id": null, "en": null}' from generate_series(1, 98) n`;
  // However many are saved at once.
  const saved = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      saveTemplate(admin, campaign, { id: randomUUID(), name: `Serentak ${n}` }),
    ),
  );
  expect(saved.map((one) => (one.ok ? "saved" : one.problem)).toSorted()).toEqual([
    ...["saved", "saved"],
    ...Array(3).fill("too_many_templates"),
  ]);
  await asSeed()`delete from private.mail_templates`;
});

test("the pictures of a template, also in columns, stay in the library", async () => {
  const id = randomUUID();
  const media = { id, path: `media/${id}` };
  await asSeed()`
    insert into media (id, path, sha256, original_name, kind, width, height, bytes, colour, thumbhash)
    values (${id}, ${media.path}, repeat('a', 64), 'mug.webp', 'webp', 10, 10, 10, '#ffffff', '')`;
  const url = `/storage/v1/object/public/product-images/${media.path}.640.webp`;
  const [campaign] = await asSeed()<{ number: number }[]>`
    insert into private.mail_campaigns (id, name) values (${randomUUID()}, 'Gambar') returning number`;
  const left = [{ kind: "picture", url, alt: "Mug" }];
  const noted = async () =>
    (await asSeed()`select from private.mail_pictures where media_id = ${media.id}`).length;
  await asSeed()`delete from private.mail_pictures`;
  await asSeed()`
    insert into private.mail_templates (id, name, contents)
    values (${randomUUID()}, 'Gambar', ${asSeed().json({ id: { blocks: [{ kind: "columns", left, right: [] }] }, en: null })})`;
  expect(await noted()).toBe(1);
  await asSeed()`delete from private.mail_pictures`;
  await asSeed()`
    insert into private.mail_versions (campaign, language, blocks)
    values (${campaign?.number ?? 0}, 'id', ${asSeed().json([{ kind: "columns", left, right: [] }])})`;
  expect(await noted()).toBe(1);
  await asSeed()`delete from private.mail_templates`;
});

test.each(ownTemplates)(
  "the program's template %s needs nothing but a promotion and the mending of nothing",
  async (slug) => {
    const newId = randomUUID();
    expect((await beginFromTemplate(admin, { template: slug, newId }, "en")).ok).toBe(true);
    const campaign = await findCampaign(admin, newId);
    if (!campaign) throw new Error("no campaign");
    expect(campaign.name).toBe(templateTexts[slug].name.en);
    const checks = await checkCampaign(campaign, {
      publicUrl: "https://shop.test",
      hasMailServer: true,
      audience: anybody,
    });
    const stops = checks.filter(({ level }) => level === "stop").map(({ code }) => code);
    expect(stops).toEqual(slug === "voucher" ? ["voucher_missing"] : []);
  },
);
