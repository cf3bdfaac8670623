import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { inTransaction } from "#db/client.server.ts";
import type { Lookup } from "#integrations/mail/domain/lookup.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { shortContent, startCampaign, subscribeMany } from "#tests/support/builders/campaigns.ts";
import { provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { CampaignInput } from "./campaign.ts";
import { findCampaign } from "./read-campaigns.server.ts";
import { readSendingHealth } from "./results/read-sending-health.server.ts";
import { watchDomain } from "./results/watch-domain.server.ts";
import { readServerFacts } from "./server-facts.server.ts";
import { checkCampaign } from "./write/check-campaign.server.ts";
import { saveCampaign } from "./write/save-campaign.server.ts";

testDatabase({ demo: true });
let admin: Person;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "c"));
  vi.stubEnv("MAIL_NEWS_FROM", "Toko <kabar@toko.co.id>");
  vi.stubEnv("SMTP_NEWS_URL", "smtp://smtp.toko.co.id");
  admin = await provenAdmin();
  await subscribeMany(2);
});
afterAll(() => vi.unstubAllEnvs());

async function draft(part: Partial<CampaignInput> = {}): Promise<string> {
  const input: CampaignInput = {
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
    contents: { id: shortContent, en: null },
    ...part,
  };
  expect(await saveCampaign(admin, input)).toMatchObject({ ok: true });
  return input.id;
}
/** What the checks say of one code. */
async function checked(id: string, code: string, total: number) {
  const campaign = await findCampaign(admin, id);
  if (!campaign) throw new Error("no campaign");
  const facts = await inTransaction((sql) => readServerFacts(sql));
  const audience = { id: total, en: 0, total };
  const checks = await checkCampaign(campaign, { ...facts, audience });
  return checks.filter((check) => check.code === code).map(({ level, detail }) => [level, detail]);
}
const zone = (spf: readonly string[]): Lookup => ({
  txt: async (name) =>
    name === "toko.co.id" ? spf : name.startsWith("_dmarc") ? ["v=DMARC1; p=none"] : [],
  mx: async () => ["mx.toko.co.id"],
  a: async () => [],
});

test("records that are missing stop a campaign from 5,000 recipients on, and ask below; what nobody saw says nothing", async () => {
  const id = await draft();
  const found = (total: number) => checked(id, "domain_records", total);
  expect(await found(9_000)).toEqual([]);
  await watchDomain(zone([]));
  expect(await found(4_999)).toEqual([["ask", "SPF, DKIM"]]);
  expect(await found(5_000)).toEqual([["stop", "SPF, DKIM"]]);
  // Mended, and looked at again by a person before the night.
  const lookup = zone(["v=spf1 a:smtp.toko.co.id ~all"]);
  await readSendingHealth(admin, { isFresh: true, lookup });
  expect(await found(5_000)).toEqual([["stop", "DKIM"]]);
  // What was good stays so until the night, which tells everybody.
  await readSendingHealth(admin, { isFresh: true, lookup: zone([]) });
  expect(await found(5_000)).toEqual([["stop", "DKIM"]]);
  await watchDomain(zone([]));
  expect(await found(5_000)).toEqual([["stop", "SPF, DKIM"]]);
  const [told] = await asSeed()<{ n: number }[]>`
    select count(*)::int as n from private.staff_events where kind = 'mail_domain'`;
  expect(told?.n).toBe(1);
  await asSeed()`update private.domain_checks set domain = 'lain.co.id'`;
  expect(await found(5_000)).toEqual([]);
});

test("the same subject to the same people within a day is asked about by name", async () => {
  const id = await draft({ name: "Sekali lagi" });
  const other = await draft({
    contents: { id: { ...shortContent, subject: "Yang lain" }, en: null },
  });
  expect(await checked(id, "sent_recently", 2)).toEqual([]);
  const number = await startCampaign();
  expect(await checked(id, "sent_recently", 2)).toEqual([["ask", "Kabar minggu ini"]]);
  expect(await checked(other, "sent_recently", 2)).toEqual([]);
  const sql = asSeed();
  await sql`update private.mail_campaigns set started_at = now() - interval '25 hours' where number = ${number}`;
  expect(await checked(id, "sent_recently", 2)).toEqual([]);
});
