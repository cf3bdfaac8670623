import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import type { MailEvent } from "#integrations/mail-events/mail-event.ts";
import { deliveryId, readDeliveryId } from "#shop/mailing/campaigns/delivery-id.server.ts";
import { freezePage } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import {
  removePace,
  startCampaign,
  subscribeMany,
  sumsOf,
} from "#tests/support/builders/campaigns.ts";
import { startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { purgeMailEvents, recordMailEvents } from "./record-mail-events.server.ts";

const database = testDatabase({ max: 20 });
beforeAll(async () => {
  provideSecret(Buffer.alloc(32, "e"));
  await removePace();
});

const mail = { from: "Toko <kabar@shop.test>", publicUrl: "https://shop.test" };

/** Sends a campaign to all subscribers. @returns its number, and each recipient's Message-ID */
async function sent(): Promise<{ campaign: number; idOf: (email: string) => string }> {
  const sink = await startSmtpSink({ keep: 2_000 });
  const campaign = await startCampaign();
  // As many slices as a busy machine needs: a mail that is not sent yet has no name to report about.
  do await sendCampaigns({ ...mail, smtpUrl: sink.url, connections: 5, sliceMs: 20_000 });
  while ((await sumsOf(campaign)).tallies.status !== "sent");
  const ids = new Map(
    sink.texts.map((text) => [
      /^To: (\S+)/m.exec(text)?.[1] ?? "",
      /^Message-ID: <([^>]+)>/m.exec(text)?.[1] ?? "",
    ]),
  );
  await sink.close();
  const idOf = (email: string) => {
    const id = ids.get(email);
    if (!id) throw new Error(`${email} got no mail`);
    return id;
  };
  return { campaign, idOf };
}

const event = (part: Partial<MailEvent>): MailEvent => ({
  id: randomUUID(),
  kind: "bounced",
  code: "",
  reason: "",
  address: undefined,
  messageId: undefined,
  envelopeToken: undefined,
  bounce: part.kind === undefined || part.kind === "bounced" ? "hard" : undefined,
  ...part,
});
async function stateOf(email: string) {
  const [row] = await asSeed()<{ state: string; reasons: string[] }[]>`
    select s.state, array(select x.reason from private.mail_suppressions x where x.email_hash = r.email_hash) as reasons
    from private.mail_recipients r join public.subscriptions s on s.recipient_id = r.id where r.email = ${email}`;
  return row;
}

test("the name of a delivery leads back to it, and no other text does", () => {
  expect(readDeliveryId(deliveryId(7, 4_100_000))).toEqual({ campaign: 7, n: 4_100_000 });
  for (const wrong of ["", "x", "0".repeat(32), deliveryId(7, 1).slice(1), "a".repeat(33)]) {
    expect(readDeliveryId(wrong)).toBeUndefined();
  }
});

test("a bounce and a complaint count once, end the mails at once, and show at the delivery", async () => {
  const [gone = "", angry = "", fine = "", full = ""] = await subscribeMany(4, { prefix: "satu" });
  const { campaign, idOf } = await sent();
  const bounced = event({ messageId: idOf(gone), code: "5.1.1", address: "someone@else.test" });
  await Promise.all([recordMailEvents([bounced]), recordMailEvents([bounced])]);
  const [local = ""] = idOf(angry).split("@");
  await recordMailEvents([
    event({ kind: "complained", envelopeToken: local }),
    event({ kind: "delivered", messageId: idOf(fine) }),
    event({ bounce: "policy", messageId: idOf(full), code: "5.7.1" }),
    // About nobody here.
    event({ messageId: "0@other.test", address: "tamu@other.test" }),
  ]);
  expect(await stateOf(gone)).toEqual({ state: "bounced", reasons: ["hard_bounce"] });
  expect(await stateOf(angry)).toEqual({ state: "complained", reasons: ["complaint"] });
  expect(await stateOf(fine)).toEqual({ state: "subscribed", reasons: [] });
  // The mail's fault, not the mailbox's.
  expect(await stateOf(full)).toEqual({ state: "subscribed", reasons: [] });
  const { tallies, counted } = await sumsOf(campaign);
  expect(counted).toEqual({ accepted: 1, bounced: 2, complained: 1 });
  expect(tallies).toMatchObject({ total: 4, sum: 4 });
  const events = await asSeed()`select kind from private.mail_events where campaign = ${campaign}`;
  expect(events).toHaveLength(4);
  const ledger = await asSeed()`
    select e.action, e.source, c.number from private.mail_choice_events e
    join private.mail_recipients r on r.id = e.recipient_id join private.mail_campaigns c on c.id = e.campaign_id
    where r.email in (${gone}, ${angry}) order by e.action`;
  expect(ledger).toEqual([
    { action: "bounced", source: "webhook", number: campaign },
    { action: "complained", source: "webhook", number: campaign },
  ]);
});

test("a full mailbox is given up after three campaigns over a week, unless something arrived since", async () => {
  const [full = "", back = ""] = await subscribeMany(2, { prefix: "dua" });
  const soft = async (email: string, at: number) => {
    const { idOf } = await sent();
    const id = randomUUID();
    await recordMailEvents([event({ id, bounce: "soft", code: "5.2.2", messageId: idOf(email) })]);
    await asSeed()`
      update private.mail_events set created_at = now() - make_interval(days => ${at}) where id = ${id}`;
    await asSeed()`
      update private.mail_deliveries d set ended_at = ended_at - make_interval(days => ${at + 1})
      from private.mail_recipients r where r.id = d.recipient_id and r.email = ${email} and d.ended_at > now() - interval '1 hour'`;
  };
  await soft(full, 8);
  await soft(back, 8);
  await soft(full, 4);
  // This one was accepted, and did not bounce.
  await sent();
  expect((await stateOf(full))?.state).toBe("subscribed");
  await asSeed()`
    update private.mail_deliveries d set state = 'bounced' from private.mail_recipients r
    where r.id = d.recipient_id and r.email = ${full} and d.state = 'accepted'`;
  await soft(full, 0);
  await soft(back, 0);
  expect(await stateOf(full)).toEqual({ state: "bounced", reasons: ["hard_bounce"] });
  expect(await stateOf(back)).toEqual({ state: "subscribed", reasons: [] });
});

test("a campaign pauses when three in a thousand complain", async () => {
  await subscribeMany(1_001, { prefix: "tiga", domains: ["ramai.test"] });
  const campaign = await startCampaign();
  const sql = asSeed();
  while ((await freezePage(campaign, "shop.test")) !== null);
  for (const state of ["begun", "accepted"]) {
    await sql`
      update private.mail_deliveries set state = ${state} where campaign = ${campaign} and n <= 1000`;
  }
  const status = async () => {
    const [row] = await sql`
      select status, paused_why from private.mail_campaigns where number = ${campaign}`;
    return row;
  };
  const complain = (n: number) =>
    recordMailEvents([
      event({ kind: "complained", messageId: `${deliveryId(campaign, n)}@shop.test` }),
    ]);
  for (const n of [1, 2]) await complain(n);
  expect(await status()).toEqual({ status: "sending", paused_why: null });
  await complain(3);
  expect(await status()).toEqual({ status: "paused", paused_why: "complaints" });
});

test("a campaign pauses when a relay reports that more than one address in twenty does not exist", async () => {
  const campaign = await startCampaign();
  const sql = asSeed();
  while ((await freezePage(campaign, "shop.test")) !== null);
  const set = (state: string, last: number) => sql`
    update private.mail_deliveries set state = ${state} where campaign = ${campaign} and n <= ${last}`;
  for (const state of ["begun", "accepted"]) await set(state, 500);
  await set("bounced", 24);
  const gone = (n: number) =>
    recordMailEvents([event({ code: "5.1.1", messageId: `${deliveryId(campaign, n)}@shop.test` })]);
  const status = async () => {
    const [row] = await sql`
      select status, paused_why from private.mail_campaigns where number = ${campaign}`;
    return row;
  };
  await gone(25);
  expect(await status()).toEqual({ status: "sending", paused_why: null });
  await gone(26);
  expect(await status()).toEqual({ status: "paused", paused_why: "bounces" });
});

test("events that come together are each stored and counted once, and settle what was uncertain", async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  await owner`set session_replication_role = replica`;
  // The thousand of other tests would only be mailed.
  await owner`update public.subscriptions set state = 'unsubscribed'`;
  const emails = await subscribeMany(60, { prefix: "ramai", domains: ["ramai2.test"] });
  const { campaign, idOf } = await sent();
  const [lost = ""] = emails;
  const numberOf = (email: string) => readDeliveryId(idOf(email).split("@")[0] ?? "")?.n ?? 0;
  await owner`
    update private.mail_deliveries set state = 'uncertain', ended_at = null where campaign = ${campaign} and n = ${numberOf(lost)}`;
  await owner`
    update private.mail_chunks set uncertain = uncertain + 1, accepted = accepted - 1
    where campaign = ${campaign} and chunk = ${Math.floor((numberOf(lost) - 1) / 1_000)}`;
  await owner.end();
  const delivered = emails.map((email) => event({ kind: "delivered", messageId: idOf(email) }));
  const late = emails
    .slice(0, 20)
    .map((email) => event({ kind: "deferred", code: "4.2.2", messageId: idOf(email) }));
  const again = emails
    .slice(0, 5)
    .map((email) => event({ kind: "delivered", messageId: idOf(email) }));
  const all = [...delivered, ...late, ...delivered.slice(0, 10), ...again];
  const ours = await Promise.all(all.map((one) => recordMailEvents([one])));
  expect(ours.every(Boolean)).toBe(true);
  const [counts] = await asSeed()`
    select (select count(*)::int from private.mail_events where campaign = ${campaign} and kind = 'delivered') as delivered,
      (select count(*)::int from private.mail_events where campaign = ${campaign} and kind = 'deferred') as late,
      (select sum(delivered)::int from private.mail_chunks where campaign = ${campaign}) as counted`;
  expect(counts).toEqual({ delivered: 60, late: 20, counted: 60 });
  const { tallies, counted } = await sumsOf(campaign);
  expect(counted.uncertain).toBeUndefined();
  expect(tallies.sum).toBe(tallies.total);
});

test("events go after thirteen months", async () => {
  await asSeed()`
    insert into private.mail_events (id, kind, created_at)
    values ('lama', 'delivered', now() - interval '13 months 1 day'), ('muda', 'delivered', now() - interval '12 months')`;
  await purgeMailEvents();
  const left = await asSeed()`select id from private.mail_events where id in ('lama', 'muda')`;
  expect(left).toEqual([{ id: "muda" }]);
});
