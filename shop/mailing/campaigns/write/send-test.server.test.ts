import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setClock } from "#base/clock.ts";
import { provideSecret } from "#base/secrets.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { CampaignInput } from "#shop/mailing/campaigns/campaign.ts";
import { findCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { shortContent } from "#tests/support/builders/campaigns.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { saveCampaign } from "./save-campaign.server.ts";
import { sendTest } from "./send-test.server.ts";

testDatabase({ demo: true });
let admin: Person;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  admin = await provenAdmin();
});
afterEach(() => setClock(undefined));

const draft = (): CampaignInput => ({
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
});
const mailsOf = async (id: string) => {
  const [row] = await asSeed()<{ n: number }[]>`
    select count(*)::int as n from private.outbox where dedupe_key like ${`test:${id}:%`}`;
  return row?.n;
};

test("one press is one test mail, however often and however late its request comes", async () => {
  const input = draft();
  await saveCampaign(admin, input);
  const to = [admin.email ?? ""];
  const key = randomUUID();
  const press = (pressed = key) => sendTest(admin, input.id, to, pressed);
  // Both halves of a double press, and a browser that repeats what got no answer, a minute later.
  const end = new Date("2026-11-26T10:00:59.990Z").getTime();
  setClock(end);
  expect((await Promise.all([press(), press(), press()])).every(({ ok }) => ok)).toBe(true);
  setClock(end + 20);
  expect(await press()).toEqual({ ok: true, value: null });
  expect(await mailsOf(input.id)).toBe(1);
  expect((await findCampaign(admin, input.id))?.tested).toBe(true);

  // A repeat after a save mails nothing, and does not call the new text tested.
  await saveCampaign(admin, { ...input, version: 1, name: "Lain" });
  expect(await press()).toEqual({ ok: true, value: null });
  expect(await mailsOf(input.id)).toBe(1);
  expect((await findCampaign(admin, input.id))?.tested).toBe(false);

  // Another press is another test.
  expect(await press(randomUUID())).toEqual({ ok: true, value: null });
  expect(await mailsOf(input.id)).toBe(2);
  expect((await findCampaign(admin, input.id))?.tested).toBe(true);
});

test("a test goes to a few of the staff, and needs the key of its press", async () => {
  const input = draft();
  await saveCampaign(admin, input);
  const send = (addresses: readonly string[], key: string = randomUUID()) =>
    sendTest(admin, input.id, addresses, key);
  const own = admin.email ?? "";
  for (const key of ["", "x", "0".repeat(36)]) {
    expect(await send([own], key)).toEqual({ ok: false, problem: "key_missing" });
  }
  expect(await send([])).toEqual({ ok: false, problem: "address_invalid" });
  expect(await send(Array.from({ length: 6 }, (_, n) => `a${n}@etalase.test`))).toEqual({
    ok: false,
    problem: "address_invalid",
  });
  expect(await send([own, "customer@etalase.test"])).toEqual({ ok: false, problem: "not_staff" });
  expect(await sendTest(admin, randomUUID(), [own], randomUUID())).toEqual({
    ok: false,
    problem: "not_found",
  });
  const customer = demoPerson("customer@etalase.test");
  expect(await sendTest(customer, input.id, [own], randomUUID())).toEqual({
    ok: false,
    problem: "not_found",
  });
  expect(await mailsOf(input.id)).toBe(0);
});
