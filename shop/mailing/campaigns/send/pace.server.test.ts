import { beforeAll, expect, test } from "vitest";
import { ok } from "#base/result.ts";
import { provideSecret } from "#base/secrets.server.ts";
import {
  readSendingLimits,
  saveSendingLimits,
} from "#shop/mailing/campaigns/sending-limits.server.ts";
import { startCampaign, subscribeMany, sumsOf } from "#tests/support/builders/campaigns.ts";
import { openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { sendCampaigns } from "./send-campaigns.server.ts";

testDatabase({ demo: true });
beforeAll(async () => {
  openTestProviders();
  provideSecret(Buffer.alloc(32, "p"));
  await asSeed()`update private.mail_caps set mails = 1000, warms_up = false`;
});

const paces = async () => {
  const rows = await asSeed()<{ name: string; now: number; is_slow: boolean }[]>`
    select name, now_per_second::float8 as now, slowed_at is not null as is_slow from private.mail_limits order by name`;
  return Object.fromEntries(rows.map(({ name, now, is_slow }) => [name, [now, is_slow]]));
};
const reset = () => asSeed()`
  update private.mail_limits set per_second = 400, now_per_second = 400, slowed_at = null`;
const quick = { all: [400, false], apple: [400, false], microsoft: [400, false] };

test.each(["421 4.7.0 try later", "450 4.7.28 too many", "454 4.7.0 temporary"])(
  "%s halves the pace of that mail provider alone, and holds nobody else's mails up",
  async (reply) => {
    await reset();
    const mark = reply.slice(0, 3);
    await subscribeMany(12, { prefix: `laju${mark}-`, domains: ["gmail.com", "contoh.test"] });
    const campaign = await startCampaign();
    const sink = await startSmtpSink({
      script: (to) => (to.endsWith("@gmail.com") ? { at: "rcpt", reply } : undefined),
    });
    await sendCampaigns({
      from: "Toko <kabar@shop.test>",
      publicUrl: "https://shop.test",
      smtpUrl: sink.url,
      connections: 2,
      sliceMs: 3_000,
      retryMs: () => 60_000,
    });
    await sink.close();
    // However many replies said so: at most once in ten seconds.
    expect(await paces()).toMatchObject({
      ...quick,
      gmail: [200, true],
      other: [400, false],
      yahoo: [400, false],
    });
    const { counted } = await sumsOf(campaign);
    expect(counted.deferred).toBe(counted.accepted);
    await asSeed()`
      update private.mail_campaigns set status = 'cancelled', ended_at = now() where number = ${campaign}`;
    await asSeed()`select private.forget_mail_recipient(id) from private.mail_recipients`;
  },
);

test("a pace that was halved grows by a tenth a minute, and never above what the merchant allows", async () => {
  await reset();
  const sql = asSeed();
  await sql`select private.slow_mails('yahoo')`;
  const minute = async () => {
    await sql`update private.mail_limits set slowed_at = slowed_at - interval '61 seconds' where name = 'yahoo'`;
    await sql`select private.reserve_mails('yahoo', 1)`;
    // The same minute again adds nothing.
    await sql`select private.reserve_mails('yahoo', 1)`;
    return (await paces()).yahoo;
  };
  expect(await minute()).toEqual([220, true]);
  expect(await minute()).toEqual([242, true]);
  let last = await minute();
  for (let n = 0; n < 10 && last?.[1]; n++) last = await minute();
  expect(last).toEqual([400, false]);
});

test("saving limits keeps the pace that a provider asked for, and never lets it exceed the new one", async () => {
  const admin = await provenAdmin();
  const limits = {
    per_hour: null,
    per_day: null,
    mails: 2,
    days: 7,
    click_days: 5,
    warms_up: false,
  };
  const save = async (per_second: number) => {
    expect(await saveSendingLimits(admin, { ...limits, per_second })).toEqual(ok(null));
    return paces();
  };
  await save(40);
  await asSeed()`select private.slow_mails('gmail')`;
  expect(await save(40)).toMatchObject({ all: [40, false], gmail: [20, true], yahoo: [20, false] });
  expect(await save(100)).toMatchObject({ all: [100, false], gmail: [20, true] });
  expect(await save(10)).toMatchObject({ all: [10, false], gmail: [10, false], yahoo: [5, false] });
});

test("the mails of an hour are a pace, which no hour exceeds whenever it begins", async () => {
  const admin = await provenAdmin();
  const limits = { per_second: 100, per_day: null, mails: 2, days: 7, click_days: 5 };
  const sql = asSeed();
  const granted = async () => {
    // What was reserved before counts for nothing here.
    await sql`update private.mail_limits set reserved_quarter = 0`;
    const rows = await sql<{ granted: number }[]>`
      select (private.reserve_mails('all', 1000)).granted from generate_series(1, 3)`;
    return rows.reduce((sum, row) => sum + row.granted, 0);
  };
  await saveSendingLimits(admin, { ...limits, per_hour: null, warms_up: false });
  expect(await granted()).toBeGreaterThan(20);
  // Four in five of a mail each quarter of a second: at most one.
  await saveSendingLimits(admin, { ...limits, per_hour: 11_520, warms_up: false });
  expect(await granted()).toBeLessThanOrEqual(2);
  expect(await readSendingLimits()).toMatchObject({ per_second: 100, per_hour: 11_520 });
  // What a provider may get is still its own pace, and comes back by itself.
  expect((await paces()).gmail).toEqual([100, false]);
  await subscribeMany(5, { prefix: "jam", domains: ["contoh.test"] });
  const campaign = await startCampaign();
  const sink = await startSmtpSink();
  await sendCampaigns({
    from: "Toko <kabar@shop.test>",
    publicUrl: "https://shop.test",
    smtpUrl: sink.url,
    connections: 2,
    sliceMs: 30_000,
  });
  await sink.close();
  expect(sink.bodies).toHaveLength(5);
  expect((await sumsOf(campaign)).tallies.status).toBe("sent");
});
