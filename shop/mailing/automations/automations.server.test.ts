import { beforeAll, beforeEach, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { stopMails, undoStop } from "#shop/consent/change-choices.server.ts";
import { linkToken } from "#shop/consent/link-token.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { retireCodes } from "#shop/mailing/campaigns/vouchers/retire-codes.server.ts";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { deliverShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { removePace, sumsOf } from "#tests/support/builders/campaigns.ts";
import { chooseMails } from "#tests/support/builders/mailing-list.ts";
import { payFor, receivedOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { startSmtpSink } from "#tests/support/doubles/smtp-sink.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { AutomationSlug } from "./automation.ts";
import { readAutomationNumbers } from "./read-automations.server.ts";
import { pauseRestoredAutomations, runAutomations } from "./run-automations.server.ts";

const database = testDatabase({ demo: true, max: 20 });
const publicUrl = "https://shop.test";
const sender = { from: "Toko <kabar@shop.test>", publicUrl, smtpUrl: undefined };
beforeAll(async () => {
  openTestProviders();
  provideSecret(Buffer.alloc(32, "a"));
  await asSeed()`update private.mail_campaigns set window_from = 0, window_to = 0 where automation is not null`;
});
beforeEach(removePace);

const switchOn = (slug: AutomationSlug, isOn = true) =>
  asSeed()`select private.switch_automation(${slug}, ${isOn}, (select timeline_id from pg_catalog.pg_control_checkpoint()))`;
const run = () => runAutomations(publicUrl);
const subscribe = (email: string) => chooseMails(email, { news: true });
/** What an address got of an automation, in order. */
const gotOf = async (email: string) => {
  const rows = await asSeed()<{ got: string }[]>`
    select c.automation || ' ' || d.state || coalesce(' ' || d.reason, '') as got
    from private.mail_deliveries d join private.mail_campaigns c on c.number = d.campaign
    join private.mail_recipients r on r.id = d.recipient_id where r.email = ${email} order by d.campaign`;
  return rows.map(({ got }) => got);
};
const stateOf = async (slug: AutomationSlug) => {
  const [row] = await asSeed()<{ is_on: boolean; paused_why: string | null; runs: boolean }[]>`
    select is_on, paused_why, private.runs_automation(slug) as runs from private.mail_automations where slug = ${slug}`;
  return row;
};

test("a first subscription is welcomed once, whatever comes again and however many work at it", async () => {
  await subscribe("sebelum@contoh.test");
  await switchOn("welcome");
  const emails = Array.from({ length: 30 }, (_, index) => `baru${index}@contoh.test`);
  for (const email of emails) await subscribe(email);
  const sink = await startSmtpSink({ keep: 100 });
  const send = () =>
    sendCampaigns({ ...sender, smtpUrl: sink.url, connections: 3, sliceMs: 20_000 });
  await Promise.all([run(), run(), run(), run()]);
  // A stop that is committed before the mail begins wins.
  await chooseMails(emails[0] ?? "", { news: false });
  await Promise.all([send(), send(), run(), run()]);
  // Stopped, undone, and asked for once more: no first subscription.
  const recipient = await recipientOf(asSeed(), emails[1] ?? "");
  const stopped = await stopMails(linkToken(recipient), ["news"], "page", {});
  const undo = stopped.ok ? stopped.value.undo : undefined;
  expect(await undoStop(linkToken(recipient), undo ?? "", {})).toMatchObject({
    value: { isUndone: true },
  });
  await run();
  await send();
  await sink.close();
  expect(sink.bodies.map(({ to }) => to).sort()).toEqual(emails.slice(1).sort());
  expect(await gotOf(emails[0] ?? "")).toEqual(["welcome skipped stopped"]);
  expect(await gotOf("sebelum@contoh.test")).toEqual([]);
  expect(sink.texts[0]).toMatch(/^Feedback-ID: \d+:news:welcome:shop\.test/im);
  expect(sink.texts[0]).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");

  // One campaign for the day, which adds up and waits for more.
  const [batch, ...others] = await asSeed()<{ number: number }[]>`
    select number from private.mail_campaigns where automation = 'welcome' and status <> 'draft'`;
  expect(others).toEqual([]);
  const sums = () => sumsOf(batch?.number ?? 0);
  expect((await sums()).tallies).toEqual({ status: "sending", total: 30, sum: 30 });
  expect((await sums()).counted).toEqual({ accepted: 29, skipped: 1 });

  // An order that a link of it brought counts with what was paid.
  const [order] = await asSeed()<{ paid: number }[]>`
    with marked as (
      insert into private.order_marks (order_id, campaign, version_id, via, link)
      select o.id, v.campaign, v.id, 'click', 1 from orders o, private.mail_versions v
      where v.campaign = ${batch?.number ?? 0} and o.status = 'placed' and o.paid_total > 0 order by o.id, v.id limit 1
      returning order_id)
    select o.paid_total::int as paid from orders o join marked m on m.order_id = o.id`;
  const { brought } = await readAutomationNumbers(demoPerson("admin@etalase.test"), "welcome");
  expect(brought).toEqual({ orders: 1, total: order?.paid });
  await asSeed()`update private.mail_campaigns set accepts_until = clock_timestamp() where number = ${batch?.number ?? 0}`;
  await sendCampaigns(sender);
  expect((await sums()).tallies.status).toBe("sent");
});

test("a changed text begins new mails, and those of before keep theirs", async () => {
  await switchOn("welcome");
  await subscribe("lama@contoh.test");
  await run();
  await sendCampaigns(sender);
  await asSeed()`
    update private.mail_versions set subject = 'Halo baru' where campaign = (
      select t.number from private.mail_automations a join private.mail_campaigns t on t.id = a.template where a.slug = 'welcome')`;
  await asSeed()`
    update private.mail_campaigns set version = version + 1 where id = (
      select template from private.mail_automations where slug = 'welcome')`;
  await subscribe("kini@contoh.test");
  await run();
  await sendCampaigns(sender);
  const subjects = await asSeed()`
    select r.email, v.subject = 'Halo baru' as is_new, d.state from private.mail_deliveries d
    join private.mail_recipients r on r.id = d.recipient_id join private.mail_versions v on v.id = d.version_id
    where r.email in ('lama@contoh.test', 'kini@contoh.test') order by r.email`;
  expect(subjects).toEqual([
    { email: "kini@contoh.test", is_new: true, state: "kept" },
    { email: "lama@contoh.test", is_new: false, state: "kept" },
  ]);
});

test("former buyers get one mail after their last delivery, not again for a while, and not once they have ordered", async () => {
  const delivered = async (name: string, days: number) => {
    const order = await receivedOrder(name, [1]);
    const email = order.person.email ?? "";
    await subscribe(email);
    await moveBack(order.id, days);
    return { email, order };
  };
  const moveBack = (orderId: string, days: number) => asSeed()`
    update shipments set delivered_at = now() - make_interval(days => ${days}, mins => 1) where order_id = ${orderId}`;
  const buyAgain = async (person: Person, name: string, days?: number) => {
    const [address] = await asSeed()<
      { id: string }[]
    >`select id from addresses where customer_id = ${person.id}`;
    const order = await payFor(person, address?.id ?? "", name, [1]);
    if (days === undefined) return;
    const sent = await shipOrder(demoPerson("staff@etalase.test"), {
      order_id: order.id,
      courier: "JNE",
      service: "REG",
      tracking_number: `JN-${name}`,
    });
    if (!sent.ok) throw new Error(sent.problem);
    await deliverShipment(person, sent.value.shipment_id);
    await moveBack(order.id, days);
  };
  const early = await delivered("dini", 80);
  const due = await delivered("lama-tak-jumpa", 90);
  const again = await delivered("sudah-kembali", 90);
  await buyAgain(again.order.person, "sudah-kembali-lagi");
  const stopped = await delivered("tak-mau", 90);
  await chooseMails(stopped.email, { news: false });
  await switchOn("welcome", false);
  await switchOn("win_back");
  await asSeed()`update private.mail_automations set on_since = now() - interval '1 hour' where slug = 'win_back'`;
  await Promise.all([run(), run(), run()]);
  await sendCampaigns(sender);
  expect(await gotOf(due.email)).toEqual(["win_back kept"]);
  // Another order, as long ago: not within 180 days of the mail before.
  await buyAgain(due.order.person, "lama-tak-jumpa-2", 90);
  await run();
  expect(await gotOf(due.email)).toEqual(["win_back kept"]);
  const owner = openPostgres(database.url(), { max: 1 });
  await owner`update private.automation_runs set created_at = created_at - interval '181 days'`;
  await owner.end();
  await asSeed()`update private.mail_campaigns set accepts_until = now() where automation = 'win_back' and status = 'sending'`;
  await run();
  await sendCampaigns(sender);
  expect(await gotOf(due.email)).toEqual(["win_back kept", "win_back kept"]);
  for (const { email } of [early, again, stopped]) expect(await gotOf(email)).toEqual([]);
});

test("what piled up while it was off, silent or paused is not mailed", async () => {
  await switchOn("welcome", false);
  await subscribe("saat-mati@contoh.test");
  await run();
  await switchOn("welcome");
  await run();
  await subscribe("tertahan@contoh.test");
  await run();
  expect(await gotOf("tertahan@contoh.test")).toEqual(["welcome pending"]);
  await asSeed()`update private.mail_automations set tick_at = now() - interval '31 minutes' where slug = 'welcome'`;
  await subscribe("saat-diam@contoh.test");
  await run();
  expect(await stateOf("welcome")).toEqual({ is_on: true, paused_why: "silent", runs: false });
  await switchOn("welcome");
  await run();
  await sendCampaigns(sender);
  expect(await gotOf("saat-mati@contoh.test")).toEqual([]);
  expect(await gotOf("saat-diam@contoh.test")).toEqual([]);
  expect(await gotOf("tertahan@contoh.test")).toEqual(["welcome skipped cancelled"]);
  await subscribe("sesudah@contoh.test");
  await run();
  await sendCampaigns(sender);
  expect(await gotOf("sesudah@contoh.test")).toEqual(["welcome kept"]);
});

test("on another history of the server, and after a restore, it waits for a person", async () => {
  await switchOn("welcome");
  await asSeed()`update private.mail_automations set timeline = timeline + 1 where slug = 'welcome'`;
  await subscribe("salinan@contoh.test");
  await run();
  expect(await stateOf("welcome")).toMatchObject({ paused_why: "restored", runs: false });
  expect(await gotOf("salinan@contoh.test")).toEqual([]);
  await switchOn("welcome");
  expect(await stateOf("welcome")).toMatchObject({ paused_why: null, runs: true });
  const on = await asSeed()`select slug from private.mail_automations where is_on`;
  expect(await pauseRestoredAutomations()).toBe(on.length);
  expect(await stateOf("welcome")).toMatchObject({ paused_why: "restored", runs: false });
  expect(await stateOf("left_cart")).toMatchObject({ paused_why: "restored", runs: false });
});

test("a fuse that pauses the mails of a day pauses the automation", async () => {
  await switchOn("welcome");
  await subscribe("sekering@contoh.test");
  await run();
  await asSeed()`
    update private.mail_campaigns set status = 'paused', paused_why = 'policy', paused_at = now()
    where automation = 'welcome' and status = 'sending'`;
  expect(await stateOf("welcome")).toEqual({ is_on: true, paused_why: null, runs: false });
  await subscribe("sesudah-sekering@contoh.test");
  await run();
  expect(await gotOf("sesudah-sekering@contoh.test")).toEqual([]);
});

test("mails of automations count against the cap, and obey it", async () => {
  await switchOn("welcome");
  await asSeed()`update private.mail_caps set mails = 1, days = 7`;
  await subscribe("penuh@contoh.test");
  const [one] = await asSeed()<{ id: string }[]>`
    select id from private.mail_recipients where email = 'penuh@contoh.test'`;
  await asSeed()`select private.note_automation_run('back_in_stock', ${one?.id ?? ""}, 'a')`;
  const capped = async () =>
    (await asSeed()`select private.is_mail_capped(${one?.id ?? ""}, 'news') as is_capped`)[0];
  expect(await capped()).toEqual({ is_capped: false });
  await asSeed()`select private.note_automation_run('left_cart', ${one?.id ?? ""}, 'b')`;
  expect(await capped()).toEqual({ is_capped: true });
  await run();
  await sendCampaigns(sender);
  expect(await gotOf("penuh@contoh.test")).toEqual(["welcome skipped capped"]);
});

test("the database keeps its text a draft, and its mails from being frozen for a whole list", async () => {
  const template = asSeed()`select template from private.mail_automations where slug = 'welcome'`;
  const [{ template: id } = { template: "" }] = await template;
  for (const change of ["status = 'sending'", "topic = 'stock'", "automation = null"]) {
    await expect(
      asSeed().unsafe(`update private.mail_campaigns set ${change} where id = '${id}'`),
    ).rejects.toMatchObject({
      code: "23001",
    });
  }
  await expect(
    asSeed()`update private.mail_campaigns set status = 'freezing' where id = ${id}`,
  ).rejects.toThrow();
  await expect(asSeed()`delete from private.mail_campaigns where id = ${id}`).rejects.toThrow();
});

test("the database refuses days out of bounds, unknown reasons and a second run of an occasion", async () => {
  const sql = asSeed();
  const set = (slug: string, change: string) =>
    sql.unsafe(`update private.mail_automations set ${change} where slug = '${slug}'`);
  for (const [slug, change, constraint] of [
    ["win_back", "after_days = 29", "mail_automation_after_invalid"],
    ["win_back", "quiet_days = 731", "mail_automation_quiet_invalid"],
    ["welcome", "after_days = 90, quiet_days = 180", "mail_automation_days"],
    ["welcome", "is_on = true, on_since = null", "mail_automation_since_missing"],
    ["welcome", "paused_why = 'person', paused_at = now()", "mail_automation_pause_unknown"],
    ["welcome", "paused_why = 'silent', paused_at = null", "mail_automation_pause_whole"],
  ] as const) {
    await expect(set(slug, change), change).rejects.toMatchObject({ constraint });
  }
  const recipient = await recipientOf(sql, "sekali@contoh.test");
  const note = () => sql<{ is_new: boolean }[]>`
    select private.note_automation_run('left_cart', ${recipient}, 'sama') as is_new`;
  const runs = await Promise.all([note(), note(), note()]);
  expect(runs.filter(([row]) => row?.is_new)).toHaveLength(1);
});

test("whoever is welcomed gets a code of their own, where the text has a promotion", async () => {
  const sql = asSeed();
  await switchOn("welcome", false);
  const [promotion] = await sql<{ id: string }[]>`
    update promotions set enabled = true, automatic = false, ends_at = null, usage_limit = null, budget = null
    where id = (select id from promotions where not automatic order by id limit 1) returning id`;
  const [text] = await sql<{ number: number }[]>`
    update private.mail_campaigns c set voucher_promotion_id = ${promotion?.id ?? null}, version = version + 1
    from private.mail_automations a where a.slug = 'welcome' and c.id = a.template returning c.number`;
  const voucher = [{ kind: "voucher", text: "Hadiah Anda" }];
  await sql`
    update private.mail_versions set blocks = blocks || ${sql.json(voucher)} where campaign = ${text?.number ?? 0}`;
  await switchOn("welcome");
  const emails = Array.from({ length: 4 }, (_, index) => `hadiah${index}@contoh.test`);
  for (const email of emails.slice(0, 3)) await subscribe(email);
  await Promise.all([run(), run(), run()]);
  await subscribe(emails[3] ?? "");
  await run();
  await chooseMails(emails[0] ?? "", { news: false });
  const sink = await startSmtpSink({ keep: 10 });
  await sendCampaigns({ ...sender, smtpUrl: sink.url, connections: 2, sliceMs: 20_000 });
  await sink.close();
  const codes = await sql<{ email: string; code: string; active: boolean; promotion_id: string }[]>`
    select r.email, p.code, p.active, b.promotion_id from private.mail_codes m join promo_codes p on p.id = m.code_id
    join private.mail_deliveries d on d.campaign = m.campaign and d.n = m.n
    join private.mail_recipients r on r.id = d.recipient_id
    join private.mail_campaigns c on c.number = m.campaign join promo_batches b on b.id = c.id
    where r.email like 'hadiah%' order by r.email`;
  expect(codes.map(({ email }) => email)).toEqual(emails);
  expect(new Set(codes.map(({ code }) => code)).size).toBe(4);
  expect(codes.every(({ promotion_id }) => promotion_id === promotion?.id)).toBe(true);
  const byAddress = new Map(codes.map(({ email, code }) => [email, code]));
  expect(sink.bodies).toHaveLength(3);
  for (const { to, text: body } of sink.bodies.map(({ to }, n) => ({ to, text: sink.texts[n] }))) {
    expect(body).toContain(byAddress.get(to));
  }
  const [batch] = await sql`
    select b.count, b.made from promo_batches b join private.mail_campaigns c on c.id = b.id
    where c.automation = 'welcome' and c.status = 'sending'`;
  expect(batch).toEqual({ count: 4, made: 4 });
  // Switched off, its unsent codes are worth nothing; the codes that went out stay.
  await switchOn("welcome", false);
  while (await retireCodes());
  const left = await sql`
    select p.active from private.mail_codes m join promo_codes p on p.id = m.code_id
    join private.mail_deliveries d on d.campaign = m.campaign and d.n = m.n
    join private.mail_recipients r on r.id = d.recipient_id where r.email like 'hadiah%' order by r.email`;
  expect(left).toEqual([{ active: false }, ...Array(3).fill({ active: true })]);
});
