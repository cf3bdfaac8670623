import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import type { Lookup } from "#integrations/mail/domain/lookup.server.ts";
import { notifyStaff } from "#shop/office/notifications/notify-staff.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { watchDomain } from "./watch-domain.server.ts";

testDatabase({ demo: true, max: 6 });
let mx: readonly string[] | "silent" = [];
const lookup: Lookup = {
  txt: async () => [],
  mx: async () => {
    if (mx === "silent") throw new Error("nobody answers");
    return mx;
  },
  a: async () => [],
};
beforeAll(() => {
  provideSecret(Buffer.alloc(32, "h"));
  vi.stubEnv("MAIL_NEWS_FROM", "Toko <kabar@toko.co.id>");
});
afterAll(() => vi.unstubAllEnvs());

/** Notifications after a night in which the domain was like this. */
async function night(of: typeof mx): Promise<number> {
  mx = of;
  await watchDomain(lookup);
  await notifyStaff();
  const [row] = await asSeed()<{ n: number }[]>`
    select count(distinct created_at)::int as n from private.staff_notifications where kind = 'mail_domain'`;
  return row?.n ?? 0;
}

test("staff hear once of a record that was good and is gone; not of one that never was, nor of silence", async () => {
  const good = ["mx.toko.co.id"];
  expect(await night([])).toBe(0);
  expect(await night(good)).toBe(0);
  expect(await night("silent")).toBe(0);
  expect(await night([])).toBe(1);
  expect(await night([])).toBe(1);
  expect(await night(good)).toBe(1);
  expect(await night(["."])).toBe(2);
  // Of another domain nothing is known.
  expect(await night(good)).toBe(2);
  await asSeed()`update private.domain_checks set domain = 'toko-lama.co.id'`;
  expect(await night([])).toBe(2);
  const [one] = await asSeed()`
    select facts from private.staff_notifications where kind = 'mail_domain' limit 1`;
  expect(one).toEqual({ facts: { count: 1 } });
});
