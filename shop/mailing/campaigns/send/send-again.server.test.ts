import { afterEach, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { stepCampaign } from "#shop/mailing/campaigns/start-sending.server.ts";
import {
  removePace,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { demoPerson, provenAdmin, provenStaff } from "#tests/support/builders/shop.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { freezePage } from "./freeze.server.ts";
import { listUncertain, sendAgain } from "./send-again.server.ts";
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

const send = () =>
  sendCampaigns({
    from: "kabar@shop.test",
    publicUrl: "https://shop.test",
    smtpUrl: sink?.url,
    connections: 4,
    sliceMs: 20_000,
    retryMs: () => 0,
  });
/** Slices until nobody is left; a busy machine needs more than one. */
async function finish(number: number): Promise<void> {
  for (let slice = 0; slice < 10; slice++) {
    await send();
    if ((await sumsOf(number)).tallies.status === "sent") return;
  }
  throw new Error("a campaign does not end");
}
async function idOf(number: number): Promise<string> {
  const [row] = await asSeed()<{ id: string }[]>`
    select id from private.mail_campaigns where number = ${number}`;
  return row?.id ?? "";
}

test("who may not have got a mail is tried once more when an administrator says so by name, and never again", async () => {
  const emails = await subscribeMany(30, { prefix: "ragu" });
  const [lost = "", twice = "", later = "", left = ""] = emails;
  sink = await startSmtpSink({
    script: (to, nth) => {
      if ([lost, twice, later, left].includes(to) && nth === 1) return { drop: "after_dot" };
      if (to === twice) return { drop: "after_dot" };
      if (to === later) return { at: "rcpt", reply: "450 4.2.0 greylisted" };
      return undefined;
    },
  });
  const number = await startCampaign();
  await finish(number);
  const id = await idOf(number);
  const uncertain = await listUncertain(admin, number);
  expect(uncertain.map(({ email }) => email).sort()).toEqual([lost, twice, later, left].sort());
  const numbers = uncertain.filter(({ email }) => email !== left).map(({ n }) => n);

  expect(await sendAgain(await provenStaff(), id, numbers)).toMatchObject({
    problem: "not_permitted",
  });
  expect(await sendAgain(demoPerson("admin@etalase.test"), id, numbers)).toMatchObject({
    problem: "reauthentication_needed",
  });
  for (const wrong of [[], [0], [1.5], [2 ** 31], Array.from({ length: 101 }, (_, n) => n + 1)]) {
    expect(await sendAgain(admin, id, wrong)).toMatchObject({ problem: "invalid_input" });
  }
  // Presses at the same moment are one.
  const answers = await Promise.all([1, 2, 3].map(() => sendAgain(admin, id, numbers)));
  expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, value: 3 }]);
  expect((await sumsOf(number)).tallies.status).toBe("sending");
  await Promise.all([send(), send()]);
  await finish(number);

  const { tallies, counted } = await sumsOf(number);
  expect(tallies).toMatchObject({ status: "sent", sum: tallies.total });
  // Once more put off is the end of it, and so is once more lost.
  expect(counted).toEqual({ accepted: 27, refused: 1, uncertain: 2 });
  const bodies = (to: string) => sink?.bodies.filter((body) => body.to === to).length;
  expect([lost, twice, later, left].map(bodies)).toEqual([2, 2, 1, 1]);
  expect((await listUncertain(admin, number)).map(({ email }) => email)).toEqual([left]);
  expect(await sendAgain(admin, id, numbers)).toEqual({ ok: false, problem: "nobody_uncertain" });
  expect((await sumsOf(number)).tallies.status).toBe("sent");
  const entries = await asSeed()`
    select details ->> 'recipients' as recipients from audit_entries
    where action = 'mail_campaign.sent_again' and subject_id = ${id}`;
  expect(entries).toEqual([{ recipients: "3" }]);
  const rows = await asSeed()`
    select again_by from private.mail_deliveries where campaign = ${number} and again_at is not null`;
  expect(rows.map(({ again_by }) => again_by)).toEqual([admin.id, admin.id, admin.id]);
});

test("who stopped meanwhile gets nothing, a cancelled campaign tries nobody, and a killed press changes nothing", async () => {
  await asSeed()`
    select private.stop_mails(id, '{news}', 'one_click') from private.mail_recipients where email like 'ragu%'`;
  const [lost = ""] = await subscribeMany(5, { prefix: "henti" });
  sink = await startSmtpSink({ script: (to) => (to === lost ? { drop: "after_dot" } : undefined) });
  const number = await startCampaign();
  await finish(number);
  const id = await idOf(number);
  const [one] = await listUncertain(admin, number);
  const n = one?.n ?? 0;
  await asSeed()
    .begin(async (sql) => {
      await sql`select private.send_mails_again(${number}, ${[n]}::integer[], ${admin.id}, null)`;
      throw new Error("killed");
    })
    .catch(() => {});
  expect(await listUncertain(admin, number)).toHaveLength(1);
  await asSeed()`
    select private.stop_mails(id, '{news}', 'one_click') from private.mail_recipients where email = ${lost}`;
  expect(await sendAgain(admin, id, [n])).toEqual({ ok: true, value: 1 });
  await finish(number);
  expect((await sumsOf(number)).counted).toEqual({ accepted: 4, skipped: 1 });

  await subscribeMany(3, { prefix: "batal" });
  const cancelled = await startCampaign();
  await freezePage(cancelled, "shop.test");
  await asSeed()`update private.mail_deliveries set state = 'begun', begun_at = now() where campaign = ${cancelled} and n = 1`;
  await asSeed()`update private.mail_deliveries set state = 'uncertain' where campaign = ${cancelled} and n = 1`;
  await stepCampaign(admin, await idOf(cancelled), "cancel");
  const [left] = await listUncertain(admin, cancelled);
  expect(await sendAgain(admin, await idOf(cancelled), [left?.n ?? 0])).toEqual({
    ok: false,
    problem: "campaign_state",
  });
});
