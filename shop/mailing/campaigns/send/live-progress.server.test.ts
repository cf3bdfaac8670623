import { afterEach, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { asCaller } from "#db/client.server.ts";
import { listen } from "#db/listen.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { stepCampaign } from "#shop/mailing/campaigns/start-sending.server.ts";
import {
  removePace,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { estimateEnd } from "./estimate-end.ts";
import type { LiveProgress } from "./live-progress.ts";
import { sendCampaigns } from "./send-campaigns.server.ts";

testDatabase({ demo: true, max: 6 });
let admin: Person;
let sink: SmtpSink | undefined;
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "a"));
  await removePace();
  admin = await provenAdmin();
});
afterEach(() => sink?.close());

interface Notice {
  readonly topic: string;
  readonly event: string;
  readonly private: boolean;
  readonly payload: LiveProgress;
}

test("open pages hear how far a campaign is, and it begins nothing once a person pauses or cancels it", async () => {
  await subscribeMany(200);
  await asSeed()`update private.mail_limits set per_second = 40, now_per_second = 40`;
  sink = await startSmtpSink();
  const notices: Notice[] = [];
  let heard = () => {};
  const stop = await listen(
    "realtime",
    (text) => {
      const notice = JSON.parse(text) as Notice;
      if (notice.event !== "progress") return;
      notices.push(notice);
      heard();
    },
    () => {},
  );
  const number = await startCampaign();
  const [row] = await asSeed()<{ id: string }[]>`
    select id from private.mail_campaigns where number = ${number}`;
  const id = row?.id ?? "";
  const until = (isThere: () => boolean) =>
    new Promise<void>((resolve) => {
      heard = () => isThere() && resolve();
      heard();
    });
  const slices = [1, 2].map(() =>
    sendCampaigns({
      from: "kabar@shop.test",
      publicUrl: "https://shop.test",
      smtpUrl: sink?.url,
      connections: 3,
    }),
  );
  const last = () => notices.at(-1)?.payload;
  await until(() => (last()?.tallies.accepted ?? 0) > 20 && (last()?.perSecond ?? 0) > 1);
  expect(last()).toMatchObject({ status: "sending", end: { isLatest: false } });
  await stepCampaign(admin, id, "pause");
  await until(() => last()?.status === "paused");
  await Promise.all(slices);
  expect(last()?.tallies.pending).toBeGreaterThan(0);
  const [after] = await asSeed()<{ late: number; begun: number }[]>`
    select count(*) filter (where d.begun_at > c.paused_at + interval '2 seconds')::int as late,
      count(*) filter (where d.state = 'begun')::int as begun
    from private.mail_campaigns c join private.mail_deliveries d on d.campaign = c.number where c.number = ${number}`;
  expect(after).toEqual({ late: 0, begun: 0 });
  await stepCampaign(admin, id, "cancel");
  await until(() => last()?.status === "cancelled");
  await sendCampaigns({
    from: "kabar@shop.test",
    publicUrl: "https://shop.test",
    smtpUrl: sink.url,
  });
  await until(() => last()?.tallies.pending === 0);
  await stop();
  const { counted } = await sumsOf(number);
  expect(last()?.tallies).toMatchObject(counted);
  expect(last()?.reasons).toContainEqual({
    state: "skipped",
    reason: "cancelled",
    count: counted.skipped,
  });
  for (const { topic, private: isPrivate, payload } of notices) {
    expect({ topic, isPrivate }).toEqual({ topic: `campaign:${id}`, isPrivate: true });
    const sum = Object.values(payload.tallies).reduce((all, n) => all + n, 0);
    expect(sum).toBe(payload.status === "freezing" ? 0 : 200);
    expect(JSON.stringify(payload)).not.toContain("@");
  }
});

test("the pace is measured once a second by all processes together", async () => {
  const number = await startCampaign();
  const measured = await Promise.all(
    [1, 2, 3, 4].map(
      () => asSeed()<{ is_due: boolean }[]>`select private.note_mail_progress(${number}) as is_due`,
    ),
  );
  expect(measured.flat().filter(({ is_due }) => is_due)).toHaveLength(1);
});

test("only who may read mails follows a campaign, and nobody but the program sends there", async () => {
  const topic = `campaign:${crypto.randomUUID()}`;
  const follows = (person: Person, name: string) =>
    asCaller(callerOf(person), async (sql) => {
      const [row] = await sql<{ may_follow: boolean }[]>`
        select private.may_follow_campaign(${name}) as may_follow`;
      return row?.may_follow;
    });
  expect(await follows(admin, topic)).toBe(true);
  expect(await follows(admin, "campaign:semua")).toBe(false);
  expect(await follows(demoPerson("customer@etalase.test"), topic)).toBe(false);
  const sent = asCaller(callerOf(admin), async (sql) => {
    await sql`select set_config('realtime.topic', ${topic}, true)`;
    await sql`insert into realtime.messages (topic, extension, event, payload) values (${topic}, 'broadcast', 'progress', '{}')`;
  });
  await expect(sent).rejects.toThrow(/row-level security/);
});

test("the end is estimated from the pace, and is the latest moment where hours or limits lie between", () => {
  const facts = {
    open: 3_600,
    per_second: 1,
    now: new Date("2026-11-26T10:30:00Z"),
    zone: "Asia/Jakarta" as const,
    window_from: 0,
    window_to: 0,
    limits: { per_second: 10, per_day: null },
  };
  const today = { at: "2026-11-26T11:30:00.000Z", isLatest: false };
  expect(estimateEnd(facts)).toEqual(today);
  expect(estimateEnd({ ...facts, per_second: 0 })).toBeUndefined();
  expect(estimateEnd({ ...facts, open: 0 })).toBeUndefined();
  // It is half past five in the shop.
  expect(estimateEnd({ ...facts, window_from: 8, window_to: 20 })).toEqual(today);
  const tomorrow = { at: "2026-11-27T10:30:00.000Z", isLatest: true };
  expect(estimateEnd({ ...facts, window_from: 8, window_to: 18 })).toEqual(tomorrow);
  expect(estimateEnd({ ...facts, limits: { per_second: 10, per_day: 1_200 } })).toEqual({
    at: "2026-11-29T10:30:00.000Z",
    isLatest: true,
  });
});
