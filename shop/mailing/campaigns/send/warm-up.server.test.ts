import { afterEach, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { warmUpAmounts, warmUpDays, warmUpGoesOn } from "#shop/mailing/campaigns/warm-up.ts";
import {
  removePace,
  shortContent,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { freezePage } from "./freeze.server.ts";
import { readLiveProgress } from "./live-progress.server.ts";
import { sendCampaigns } from "./send-campaigns.server.ts";
import { readWarmUp } from "./warm-up.server.ts";

testDatabase();
const domain = "kabar.test";
const count = 620;
let emails: string[] = [];
let sink: SmtpSink | undefined;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  await removePace();
  await asSeed()`update private.mail_caps set warms_up = true`;
  emails = await subscribeMany(count);
});
afterEach(() => sink?.close());

const send = (options: Partial<Parameters<typeof sendCampaigns>[0]> = {}) =>
  sendCampaigns({
    from: `Toko <toko@${domain}>`,
    publicUrl: "https://shop.test",
    smtpUrl: sink?.url,
    connections: 5,
    sliceMs: 20_000,
    ...options,
  });

/** Gives the first recipients a last order each, the first of them the newest. */
async function letBuy(buyers: readonly string[]): Promise<void> {
  await asSeed()`
    insert into private.recipient_facts (recipient_id, orders, spent, last_order_at)
    select r.id, 1, 50000, now() - make_interval(days => b.place::int)
    from unnest(${[...buyers]}::text[]) with ordinality b (email, place) join private.mail_recipients r using (email)
    on conflict (recipient_id) do update set orders = 1, last_order_at = excluded.last_order_at`;
}

test("the days of a warm-up are counted as the database counts them", async () => {
  const rows = await asSeed()<{ amount: number }[]>`
    select private.warmup_amount(step) as amount from generate_series(0, 7) step order by step`;
  expect(rows.map(({ amount }) => amount)).toEqual([...warmUpAmounts]);
  const first = { step: 0, most: 500, begun: 0 };
  expect(warmUpDays(500, first)).toBe(1);
  expect(warmUpDays(501, first)).toBe(2);
  expect(warmUpDays(500, { ...first, begun: 1 })).toBe(2);
  expect(warmUpDays(158_500 + 160_000, first)).toBe(10);
  const at = new Date("2026-11-26T17:30:00Z");
  const day = (from: number, to: number) =>
    warmUpGoesOn(at, "Asia/Jakarta", { window_from: from, window_to: to }).toISOString();
  // It is half past midnight in the shop.
  expect(day(8, 20)).toBe("2026-11-28T01:00:00.000Z");
  expect(day(20, 8)).toBe("2026-11-27T17:00:00.000Z");
});

test("a new domain sends 500 mails on its first day whoever sends, to those who bought last first, and more on the next", async () => {
  const buyers = emails.slice(300, 305);
  await letBuy(buyers);
  sink = await startSmtpSink();
  const number = await startCampaign();
  // A busy machine needs more than one slice.
  for (let slice = 0; slice < 10 && sink.bodies.length < 500; slice++) {
    await Promise.all([send(), send(), send()]);
  }
  await send();
  expect(sink.bodies).toHaveLength(500);
  expect(await readWarmUp(domain)).toEqual({ step: 0, most: 500, begun: 500 });
  const first = await asSeed()<{ email: string }[]>`
    select r.email from private.mail_deliveries d join private.mail_recipients r on r.id = d.recipient_id
    where d.campaign = ${number} and d.n <= 5 order by d.n`;
  expect(first.map(({ email }) => email)).toEqual(buyers);
  const mailed = new Set(sink.bodies.map(({ to }) => to));
  expect(buyers.filter((email) => !mailed.has(email))).toEqual([]);
  const progress = await readLiveProgress(number, domain);
  expect(progress).toMatchObject({
    status: "sending",
    waits_for: "warm_up",
    end: null,
    warmUp: { most: 500, begun: 500, goesOn: expect.stringMatching(/T\d\d:00:00\.000Z$/) },
  });
  // Nothing more goes on the same day.
  await send();
  expect(sink.bodies).toHaveLength(500);

  await asSeed()`update private.mail_warmups set day = day - 1`;
  expect(await readWarmUp(domain)).toEqual({ step: 1, most: 1_000, begun: 0 });
  for (let slice = 0; slice < 10; slice++) {
    await send();
    if ((await sumsOf(number)).tallies.status === "sent") break;
  }
  const { tallies, counted } = await sumsOf(number);
  expect(tallies).toEqual({ status: "sent", total: count, sum: count });
  expect(counted).toEqual({ accepted: count });
  expect(new Set(sink.bodies.map(({ to }) => to)).size).toBe(count);
});

test("a step is repeated after many deferrals or complaints and few mails; 30 days end it, and a switch", async () => {
  const sql = asSeed();
  const stepAfter = async (begun: number, deferred: number) => {
    await sql`
      update private.mail_warmups set step = 1, begun = ${begun}, deferred = ${deferred},
        day = (now() at time zone (select time_zone from shop_settings))::date - 1`;
    return (await readWarmUp(domain))?.step;
  };
  expect(await stepAfter(1_000, 50)).toBe(2);
  expect(await stepAfter(1_000, 51)).toBe(1);
  expect(await stepAfter(499, 0)).toBe(1);
  await sql`insert into private.mail_events (id, kind) values ('satu', 'complained')`;
  expect(await stepAfter(1_000, 0)).toBe(2);
  await sql`insert into private.mail_events (id, kind) values ('dua', 'complained')`;
  expect(await stepAfter(1_000, 0)).toBe(1);
  await sql`update private.mail_caps set warms_up = false`;
  expect(await readWarmUp(domain)).toBeUndefined();
  await sql`update private.mail_caps set warms_up = true`;
  await sql`update private.mail_warmups set started_at = now() - interval '30 days'`;
  expect(await readWarmUp(domain)).toBeUndefined();
});

test("what is put off counts, and what never left or is not wanted any more costs nothing", async () => {
  const sql = asSeed();
  await sql`delete from private.mail_warmups`;
  const [gone = "", later = ""] = emails;
  sink = await startSmtpSink({
    script: (to, nth) =>
      to === later && nth < 3 ? { at: "rcpt", reply: "450 4.2.0 greylisted" } : undefined,
  });
  await startCampaign();
  await freezePage(await newest(), domain);
  await sql`select private.stop_mails(id, '{news}', 'one_click') from private.mail_recipients where email = ${gone}`;
  const stored = async () => {
    const [row] = await sql<{ begun: number; deferred: number }[]>`
      select begun, deferred from private.mail_warmups where domain = ${domain}`;
    return row;
  };
  for (let slice = 0; slice < 10 && ((await stored())?.begun ?? 0) < 500; slice++) {
    await send({ retryMs: () => 0 });
  }
  const row = await stored();
  const { counted } = await sumsOf(await newest());
  // Each attempt that was put off was one of the 500.
  expect(counted.accepted).toBe(500 - (row?.deferred ?? 0));
  expect(row).toEqual({ begun: 500, deferred: expect.any(Number) });
});

async function newest(): Promise<number> {
  const [row] = await asSeed()<{ number: number }[]>`
    select max(number) as number from private.mail_campaigns`;
  return row?.number ?? 0;
}

test("everybody is frozen once while buyers come first, also with a segment, two subjects and orders meanwhile", async () => {
  const sql = asSeed();
  await sql`delete from private.mail_warmups`;
  await letBuy(emails.slice(100, 600));
  const frozen = async (number: number) => {
    const rows = await sql<{ email: string }[]>`
      select r.email from private.mail_deliveries d join private.mail_recipients r on r.id = d.recipient_id
      where d.campaign = ${number} order by d.n`;
    return rows.map(({ email }) => email);
  };
  const wanted = await sql<{ email: string }[]>`
    select r.email from private.mail_recipients r join subscriptions s on s.recipient_id = r.id
    where s.state = 'subscribed'`;
  const all = new Set(wanted.map(({ email }) => email));
  const plain = await startCampaign();
  expect(await freezePage(plain, domain)).toBe(500);
  // A buyer and somebody else order now: neither is forgotten, and neither is frozen twice.
  await letBuy([emails[100] ?? "", emails[10] ?? ""]);
  while ((await freezePage(plain, domain)) !== null);
  const got = await frozen(plain);
  expect(got.slice(0, 500)).toEqual(emails.slice(100, 600));
  expect(got).toHaveLength(all.size);
  expect(new Set(got)).toEqual(all);

  const chosen = await startCampaign();
  await sql`update private.mail_campaigns set segment_filter = 'orders.gte:1' where number = ${chosen}`;
  while ((await freezePage(chosen, domain)) !== null);
  expect((await frozen(chosen)).sort()).toEqual([...emails.slice(100, 600), emails[10]].sort());

  const tried = await startCampaign({
    ...shortContent,
    second: { subject: "Ada yang baru", preheader: "" },
  });
  while ((await freezePage(tried, domain)) !== null);
  const trial = await frozen(tried);
  expect(trial.length).toBeGreaterThan(50);
  expect(new Set(trial).size).toBe(trial.length);
  await sql`
    update private.mail_campaigns set winner = 'a', winner_why = 'person', freeze_cursor = null, recent_done = false,
      recent_cursor_at = null, recent_cursor_id = null, status = 'freezing' where number = ${tried}`;
  while ((await freezePage(tried, domain)) !== null);
  expect((await frozen(tried)).sort()).toEqual([...all].sort());
});
