import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import type { Lookup } from "#integrations/mail/domain/lookup.server.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { readSendingHealth } from "./read-sending-health.server.ts";

testDatabase({ demo: true, max: 6 });
const admin = demoPerson("admin@etalase.test");
let asked = 0;
const lookup: Lookup = {
  txt: async () => {
    asked += 1;
    return [];
  },
  mx: async () => ["mx.toko.co.id"],
  a: async () => [],
};
beforeAll(() => {
  provideSecret(Buffer.alloc(32, "h"));
  vi.stubEnv("MAIL_NEWS_FROM", "Toko <kabar@toko.co.id>");
  vi.stubEnv("PUBLIC_URL", "https://toko.co.id");
});
afterAll(() => vi.unstubAllEnvs());

test("the domain is asked once in ten minutes, and again when a person wants to know", async () => {
  const first = await readSendingHealth(admin, { lookup });
  expect(first).toMatchObject({ domain: "toko.co.id", relayHost: null, signing: "waiting" });
  expect(first?.sharesDomain).toBe(false);
  expect(first?.reportsAddress).toBe("https://toko.co.id/webhooks/mail");
  expect(first?.findings?.map(({ line, state }) => [line, state])).toEqual([
    ["spf", "missing"],
    ["dkim", "missing"],
    ["dmarc", "missing"],
    ["mx", "good"],
  ]);
  const questions = asked;
  await readSendingHealth(admin, { lookup });
  expect(asked).toBe(questions);
  await readSendingHealth(admin, { lookup, isFresh: true });
  expect(asked).toBe(questions * 2);
});

test("reports are summed by domain, the newest first, for those who may read", async () => {
  await asSeed()`
    insert into private.mail_events (id, kind, bounce, code, domain, created_at)
    select 'u:' || n, case when n % 3 = 0 then 'complained' else 'bounced' end,
      case when n % 3 = 1 then 'hard' when n % 3 = 2 then 'soft' end, '', case when n <= 20 then 'a.test' else 'b.test' end,
      now() - make_interval(mins => n)
    from generate_series(1, 30) n`;
  const health = await readSendingHealth(admin, { lookup });
  expect(health?.domains).toEqual([
    { domain: "a.test", hard: 7, soft: 7, policy: 0, complaints: 6 },
    { domain: "b.test", hard: 3, soft: 3, policy: 0, complaints: 4 },
  ]);
  expect(health?.events.map(({ id }) => id).slice(0, 3)).toEqual(["u:1", "u:2", "u:3"]);
  // What arrived does not hide what came back; a report without an address is of its recipient's domain.
  await asSeed()`
    with known as (
      insert into private.mail_recipients (email, email_hash, mailbox_hash)
      values ('rina@c.test', sha256('rina'), sha256('rina')) returning id)
    insert into private.mail_events (id, kind, bounce, code, domain, recipient_id, created_at)
    select 'c:' || n, case when n = 1 then 'bounced' else 'delivered' end, case when n = 1 then 'hard' end, '', '', id,
      now() + make_interval(mins => n)
    from known, generate_series(1, 25) n`;
  const later = await readSendingHealth(admin, { lookup });
  expect(later?.events[0]).toMatchObject({ id: "c:1", domain: "c.test" });
  expect(later?.events.some(({ kind }) => kind === "delivered")).toBe(false);
  expect(later?.domains).toContainEqual({
    domain: "c.test",
    hard: 1,
    soft: 0,
    policy: 0,
    complaints: 0,
  });
  expect(await readSendingHealth(demoPerson("customer@etalase.test"), { lookup })).toBeUndefined();
});
