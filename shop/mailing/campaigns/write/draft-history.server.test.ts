import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { CampaignInput } from "#shop/mailing/campaigns/campaign.ts";
import { findCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { demoPerson, provenAdmin, provenStaff } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listDraftSaves, restoreDraft } from "./draft-history.server.ts";
import { saveCampaign } from "./save-campaign.server.ts";

testDatabase({ demo: true });

const input = (id: string, version: number, subject: string): CampaignInput => ({
  id,
  version,
  name: `Kabar ${subject}`,
  topic: "news",
  segment_id: null,
  holdout: 0,
  voucher_promotion_id: null,
  fallback_language: "id",
  window_from: 8,
  window_to: 20,
  contents: {
    id: { subject, preheader: "", blocks: [{ kind: "text", text: subject }] },
    en: null,
  },
});

test("each save is kept with author and time, automatic ones within ten minutes as one, and any can be restored", async () => {
  const [admin, staff] = [await provenAdmin(), await provenStaff()];
  const id = randomUUID();
  await saveCampaign(admin, input(id, 0, "satu"));
  const number = (await findCampaign(admin, id))?.number ?? 0;
  const saves = async () =>
    (await listDraftSaves(admin, number)).map(({ version, subject, isAuto }) => [
      ...[version, subject, isAuto],
    ]);
  await saveCampaign(admin, input(id, 1, "dua"), { isAuto: true });
  await saveCampaign(admin, input(id, 2, "tiga"), { isAuto: true });
  expect(await saves()).toEqual([
    [3, "tiga", true],
    [1, "satu", false],
  ]);
  await saveCampaign(staff, input(id, 3, "empat"), { isAuto: true });
  await saveCampaign(admin, input(id, 4, "lima"), { isAuto: true });
  await asSeed()`
    update private.mail_drafts set begun_at = begun_at - interval '11 minutes' where campaign = ${number}`;
  await saveCampaign(admin, input(id, 5, "enam"), { isAuto: true });
  expect(await saves()).toEqual([
    [6, "enam", true],
    [5, "lima", true],
    [4, "empat", true],
    [3, "tiga", true],
    [1, "satu", false],
  ]);
  const authors = await listDraftSaves(admin, number);
  expect(new Set(authors.map(({ author }) => author)).size).toBe(2);

  // Of two who save the same version one is told.
  const both = await Promise.all(
    [admin, staff].map((person) => saveCampaign(person, input(id, 6, person.id), { isAuto: true })),
  );
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.filter(({ ok }) => !ok)).toEqual([{ ok: false, problem: "changed_meanwhile" }]);

  expect(await restoreDraft(admin, id, 6, 1)).toEqual({ ok: false, problem: "changed_meanwhile" });
  expect(await restoreDraft(admin, id, 7, 2)).toEqual({ ok: false, problem: "not_found" });
  expect(await restoreDraft(admin, randomUUID(), 7, 1)).toMatchObject({ problem: "not_found" });
  expect(await restoreDraft(admin, id, 7, Number.NaN)).toMatchObject({ problem: "not_found" });
  expect(await restoreDraft(demoPerson("customer@etalase.test"), id, 7, 1)).toMatchObject({
    problem: "not_permitted",
  });
  expect(await restoreDraft(admin, id, 7, 1)).toEqual({ ok: true, value: { version: 8 } });
  expect(await findCampaign(admin, id)).toMatchObject({
    name: "Kabar satu",
    version: 8,
    contents: { id: { subject: "satu" } },
  });
  expect((await saves())[0]).toEqual([8, "satu", false]);
  expect(await listDraftSaves(demoPerson("customer@etalase.test"), number)).toEqual([]);

  await asSeed()`
    insert into private.mail_drafts (campaign, version, is_auto, content)
    select ${number}, v, false, '{}' from generate_series(100, 160) v`;
  await asSeed()`update private.mail_campaigns set version = 200 where id = ${id}`;
  await saveCampaign(admin, input(id, 200, "akhir"));
  expect(await saves()).toHaveLength(50);
  await asSeed()`delete from private.mail_campaigns where id = ${id}`;
  expect(await saves()).toEqual([]);
});

test("a new draft is made once, whoever sends it again; another tab's text is told and changes nothing", async () => {
  const admin = await provenAdmin();
  const id = randomUUID();
  const first = () => saveCampaign(admin, input(id, 0, "ketik"), { isAuto: true });
  const twice = await Promise.all([first(), first(), first()]);
  expect(twice).toEqual(twice.map(() => ({ ok: true, value: { version: 1 } })));
  const other = await saveCampaign(admin, input(id, 0, "tab lain"), { isAuto: true });
  expect(other).toEqual({ ok: false, problem: "changed_meanwhile" });
  const [row] = await asSeed()<{ campaigns: number; subjects: string[] }[]>`
    select count(distinct c.number)::int as campaigns, array_agg(v.subject) as subjects
    from private.mail_campaigns c join private.mail_versions v on v.campaign = c.number where c.id = ${id}`;
  expect(row).toEqual({ campaigns: 1, subjects: ["ketik"] });
});
