import { beforeAll, expect, test } from "vitest";
import { timeNow } from "#base/clock.ts";
import { provideSecret } from "#base/secrets.server.ts";
import { inTransaction } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { mailLinkToken as tokenOf } from "#tests/support/builders/mailing-list.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { hashesOf } from "./address-hash.server.ts";
import { blankMailEvidence } from "./blank-evidence.server.ts";
import { saveChoices, stopByOneClick, stopMails, undoStop } from "./change-choices.server.ts";
import { readChoices } from "./choices.server.ts";
import { linkToken, readLinkToken } from "./link-token.server.ts";
import { mailKeyMatches } from "./mail-key.server.ts";
import { moveAddress } from "./move-address.server.ts";
import { confirmSubscription } from "./subscribe/confirm-subscription.server.ts";
import { mailTopicNames } from "./topic.ts";
import { recipientOf, topicParts } from "./topic-mail.server.ts";

const database = testDatabase();
const secret = Buffer.alloc(32, "a");
beforeAll(() => provideSecret(secret));

const evidence = { language: "id", ip: "198.51.100.7" } as const;
const events = (email: string) => asSeed()`
  select e.topic, e.action, e.source from private.mail_choice_events e
  join private.mail_recipients r on r.id = e.recipient_id where r.email = ${email} order by e.id`;
const on = async (token: string) =>
  (await readChoices(token))?.topics.flatMap(({ slug, isOn }) => (isOn ? slug : []));

test("a link names its recipient and cannot be forged", async () => {
  const id = "0d1b7c0e-5a3f-4c53-8b1d-3f1f6f0a7e11";
  const token = linkToken(id);
  expect(readLinkToken(token)).toBe(id);
  for (let at = 0; at < token.length; at++) {
    const letter = token[at] === "A" ? "B" : "A";
    const changed = token.slice(0, at) + letter + token.slice(at + 1);
    // The last character of each half carries two unused bits.
    expect([undefined, id], changed).toContain(readLinkToken(changed));
    if (at !== 21 && at !== 43) expect(readLinkToken(changed), changed).toBeUndefined();
  }
  for (const wrong of ["", "x", `${token}A`, token.slice(1), "\0".repeat(44)]) {
    expect(readLinkToken(wrong)).toBeUndefined();
  }
  provideSecret(Buffer.alloc(32, "b"));
  expect(readLinkToken(token)).toBeUndefined();
  provideSecret(secret);
});

test("one recipient an address, whatever its capitals; a look-up writes nothing", async () => {
  const ids = await Promise.all(
    ["Rina@Contoh.test", "rina@contoh.test", "RINA@contoh.TEST"].map((email) =>
      inTransaction((sql) => recipientOf(sql, email)),
    ),
  );
  expect(new Set(ids).size).toBe(1);
  const version = () =>
    asSeed()`select xmin::text from private.mail_recipients where id = ${ids[0] ?? ""}`;
  const before = await version();
  await recipientOf(asSeed(), "RINA@contoh.test");
  expect(await version()).toEqual(before);
});

test("spellings of a mailbox share its hash, as the database spells them", async () => {
  const address = "Siti.Rahma+promo@GMail.com";
  const [row] = await asSeed()<
    { email: string }[]
  >`select private.normalised_email(${address}) as email`;
  expect(hashesOf(address).mailboxHash).toEqual(hashesOf(row?.email ?? "").emailHash);
  expect(hashesOf(address).emailHash).not.toEqual(hashesOf(address).mailboxHash);
  const [known] = await asSeed()<{ topics: string[] }[]>`
    select array_agg(slug order by position) as topics from private.mail_topics`;
  expect(known?.topics).toEqual(mailTopicNames);
});

test("nothing is hashed or sent with another key than the suppressions'", async () => {
  await recipientOf(asSeed(), "kunci@contoh.test");
  expect(await mailKeyMatches()).toBe(true);
  provideSecret(Buffer.alloc(32, "b"));
  expect(await mailKeyMatches()).toBe(false);
  await expect(recipientOf(asSeed(), "lain-kunci@contoh.test")).rejects.toMatchObject({
    code: "mail_key_differs",
  });
  provideSecret(secret);
});

test("rule 12, T40: opening the link changes nothing; each stop and undo is recorded, a repeat is not", async () => {
  const token = await tokenOf("budi@contoh.test");
  expect(await readChoices(token)).toMatchObject({ email: "b•••@contoh.test", language: "id" });
  expect(await on(token)).toEqual(["payment_reminder", "cart_reminder"]);
  expect(await events("budi@contoh.test")).toEqual([]);

  expect(await stopByOneClick(token, "payment_reminder", {})).toMatchObject({ ok: true });
  expect(await stopByOneClick(token, "payment_reminder", {})).toMatchObject({ ok: true });
  expect(await stopByOneClick(token, "orders", {})).toMatchObject({ problem: "topic_unknown" });
  expect(await on(token)).toEqual(["cart_reminder"]);
  const [first] = [await saveChoices(token, { news: true }, evidence)];
  expect(first).toMatchObject({ ok: true, value: { isConfirmationSent: false } });
  // The link alone does not turn on what was stopped.
  const asked = await saveChoices(token, { payment_reminder: true, news: true }, evidence);
  expect(asked).toMatchObject({ ok: true, value: { isConfirmationSent: true } });
  expect(await on(token)).toEqual(["news", "cart_reminder"]);

  const stopped = await stopMails(token, ["news"], "page", evidence);
  if (!stopped.ok) throw new Error(stopped.problem);
  const undo = stopped.value.undo ?? "";
  expect(await undoStop(await tokenOf("lain@contoh.test"), undo, evidence)).toMatchObject({
    value: { isUndone: false },
  });
  expect(await undoStop(token, undo, evidence)).toMatchObject({ value: { isUndone: true } });
  expect(await undoStop(token, undo, evidence)).toMatchObject({ value: { isUndone: false } });
  expect(await on(token)).toEqual(["news", "cart_reminder"]);
  expect(await events("budi@contoh.test")).toEqual([
    { topic: "payment_reminder", action: "stopped", source: "one_click" },
    { topic: "news", action: "wanted", source: "page" },
    { topic: "payment_reminder", action: "asked", source: "page" },
    { topic: "news", action: "stopped", source: "page" },
    { topic: "news", action: "confirmed", source: "page" },
  ]);
});

test("stopping everything suppresses the address; its undo brings back exactly what was on", async () => {
  const token = await tokenOf("semua@contoh.test");
  await saveChoices(token, { news: true }, evidence);
  await saveChoices(token, {}, evidence, { fewer: { days: 30, isMonthly: true } });
  const [mayMail] = [
    async () =>
      (
        await asSeed()`select private.may_mail(id, 'news') as news, private.may_mail(id, 'payment_reminder') as reminder
        from private.mail_recipients where email = 'semua@contoh.test'`
      )[0],
  ];
  expect(await mayMail()).toEqual({ news: false, reminder: true });
  await saveChoices(token, {}, evidence, { fewer: { days: 0, isMonthly: true } });
  expect(await mayMail()).toEqual({ news: true, reminder: true });

  const stopped = await stopMails(token, "all", "page", evidence);
  if (!stopped.ok) throw new Error(stopped.problem);
  expect(await mayMail()).toEqual({ news: false, reminder: false });
  expect(await readChoices(token)).toMatchObject({
    topics: expect.not.arrayContaining([{ isOn: true }]),
  });
  await undoStop(token, stopped.value.undo ?? "", evidence);
  expect(await on(token)).toEqual(["news", "payment_reminder", "cart_reminder"]);
  expect(await mayMail()).toEqual({ news: true, reminder: true });
  expect((await readChoices(token))?.maxAMonth).toBe(1);
});

test("the form of choices is stored whole: other topics off, the language, a pause; repeated it writes nothing", async () => {
  const token = await tokenOf("formulir@contoh.test");
  const form = {
    areOthersOff: true,
    language: "en",
    fewer: { days: undefined, isMonthly: true },
  } as const;
  await saveChoices(token, { news: true }, evidence);
  const saved = await saveChoices(token, { news: true, topik_lain: true }, evidence, form);
  expect(saved).toMatchObject({
    value: { isConfirmationSent: false, subscriber: { language: "en", maxAMonth: 1 } },
  });
  await saveChoices(token, { news: true }, evidence, form);
  expect(await on(token)).toEqual(["news"]);
  const all = [
    { topic: "news", action: "wanted", source: "page" },
    { topic: "cart_reminder", action: "stopped", source: "page" },
    { topic: "payment_reminder", action: "stopped", source: "page" },
    { topic: "news", action: "limited", source: "page" },
  ];
  expect(await events("formulir@contoh.test")).toEqual(all);
  // A pause that is not named stays, and the limit that is not ticked goes.
  const pause = (days: 30 | undefined, isMonthly: boolean) =>
    saveChoices(token, { news: true }, evidence, {
      areOthersOff: true,
      fewer: { days, isMonthly },
    });
  const paused = await pause(30, true);
  const until = paused.ok && paused.value.subscriber.pausedUntil;
  expect(Date.parse(until || "") - timeNow()).toBeGreaterThan(29.9 * 86_400_000);
  const unlimited = await pause(undefined, false);
  expect(unlimited).toMatchObject({ value: { subscriber: { pausedUntil: until } } });
  expect(unlimited.ok && unlimited.value.subscriber.maxAMonth).toBeUndefined();
  expect(await events("formulir@contoh.test")).toEqual([
    ...all,
    { topic: "news", action: "paused", source: "page" },
    { topic: "news", action: "limited", source: "page" },
  ]);
});

test("a limit that the page shows is taken off, also where a topic chosen later has none", async () => {
  const token = await tokenOf("batas@contoh.test");
  const save = (wanted: Record<string, boolean>, isMonthly: boolean) =>
    saveChoices(token, wanted, evidence, { fewer: { days: undefined, isMonthly } });
  const sql = asSeed();
  const id = await recipientOf(sql, "batas@contoh.test");
  await sql`insert into private.mail_topics (slug, name_id, name_en) values ('acara', 'Acara', 'Events')`;
  await sql`select private.subscribe(${id}, 'acara', 'confirmed', 'page')`;
  await save({}, true);
  await sql`select private.subscribe(${id}, 'news', 'confirmed', 'page')`;
  expect((await readChoices(token))?.maxAMonth).toBe(1);
  await save({}, false);
  expect((await readChoices(token))?.maxAMonth).toBeUndefined();
});

test("what needs a confirmation is stored with its mail or not at all", async () => {
  const token = await tokenOf("utuh@contoh.test");
  await stopByOneClick(token, "cart_reminder", {});
  const form = { areOthersOff: true, language: "en" } as const;
  const owner = openPostgres(database.url(), { max: 1 });
  await owner`alter table private.outbox add constraint no_mail check (recipient <> 'utuh@contoh.test')`;
  await expect(saveChoices(token, { cart_reminder: true }, evidence, form)).rejects.toMatchObject({
    constraint: "no_mail",
  });
  expect(await on(token)).toEqual(["payment_reminder"]);
  expect(await readChoices(token)).toMatchObject({ language: "id" });
  await owner`alter table private.outbox drop constraint no_mail`;
  await owner.end();
  expect(await saveChoices(token, { cart_reminder: true }, evidence, form)).toMatchObject({
    value: { isConfirmationSent: true, subscriber: { language: "en" } },
  });
  expect(await on(token)).toEqual([]);
  expect(
    await asSeed()`select count(*)::int from private.outbox where recipient = 'utuh@contoh.test'`,
  ).toEqual([{ count: 1 }]);
});

test("another address takes over what is on once it has confirmed, and the old one ends", async () => {
  const token = await tokenOf("lama@contoh.test");
  expect(await stopMails(token, ["payment_reminder"], "page", evidence)).toMatchObject({
    ok: true,
  });
  expect(await moveAddress(token, "baru@contoh.test", evidence)).toEqual({
    ok: false,
    problem: "nothing_on",
  });
  await saveChoices(token, { news: true }, evidence);
  expect(await moveAddress(token, "baru@contoh.test", evidence)).toMatchObject({ ok: true });
  expect(await on(token)).toEqual(["news", "cart_reminder"]);
  const [mail] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where recipient = 'baru@contoh.test'`;
  const link = /\/Subscribe\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(await confirmSubscription(link, evidence)).toMatchObject({ state: "confirmed" });
  expect(await on(token)).toEqual([]);
  // What was stopped stays stopped: the person moved, and said nothing else.
  expect(await on(await tokenOf("baru@contoh.test"))).toEqual(["news", "cart_reminder"]);
  expect(await events("baru@contoh.test")).toEqual([
    { topic: "news", action: "asked", source: "page" },
    { topic: "cart_reminder", action: "asked", source: "page" },
    { topic: "news", action: "confirmed", source: "page" },
    { topic: "cart_reminder", action: "confirmed", source: "page" },
    { topic: "payment_reminder", action: "stopped", source: "page" },
  ]);
});

test("a move stops nothing that the other address has chosen itself", async () => {
  const own = await tokenOf("pilihan@contoh.test");
  await saveChoices(own, { news: true }, evidence);
  const token = await tokenOf("pindah@contoh.test");
  await saveChoices(token, { news: true }, evidence);
  await stopMails(token, ["news", "payment_reminder"], "page", evidence);
  await saveChoices(token, { cart_reminder: false }, evidence);
  expect(await moveAddress(token, "pilihan@contoh.test", evidence)).toMatchObject({
    problem: "nothing_on",
  });
  const stock = await tokenOf("pindah@contoh.test");
  const sql = asSeed();
  const id = await recipientOf(sql, "pindah@contoh.test");
  await sql`select private.subscribe(${id}, 'stock', 'single', 'stock_form')`;
  expect(await moveAddress(stock, "pilihan@contoh.test", evidence)).toMatchObject({ ok: true });
  const [mail] = await sql<{ text: string }[]>`
    select text from private.outbox where recipient = 'pilihan@contoh.test' order by id desc`;
  const link = /\/Subscribe\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(await confirmSubscription(link, evidence)).toMatchObject({ state: "confirmed" });
  expect(await on(own)).toEqual(["news", "stock"]);
});

test("evidence loses networks after 90 days, and addresses that nobody confirmed go", async () => {
  const token = await tokenOf("bukti@contoh.test");
  await saveChoices(token, { news: true }, evidence);
  const waiting = await recipientOf(asSeed(), "menunggu@contoh.test");
  await asSeed()`select private.ask_confirmation(${waiting}, '{news}', sha256('x'), 'footer')`;
  const left = () => asSeed()`
    select r.email, e.ip from private.mail_choice_events e join private.mail_recipients r on r.id = e.recipient_id
    where r.email in ('bukti@contoh.test', 'menunggu@contoh.test') order by e.id`;
  await blankMailEvidence();
  expect(await left()).toEqual([
    { email: "bukti@contoh.test", ip: evidence.ip },
    { email: "menunggu@contoh.test", ip: null },
  ]);
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.unsafe(`
    alter table private.mail_choice_events disable trigger user;
    update private.mail_choice_events set created_at = created_at - interval '91 days';
    alter table private.mail_choice_events enable trigger user;
    update private.mail_tokens set created_at = created_at - interval '91 days';
    update private.mail_recipients set created_at = created_at - interval '91 days'`);
  await owner.end();
  await blankMailEvidence();
  expect(await left()).toEqual([{ email: "bukti@contoh.test", ip: null }]);
});

test("a link without a recipient opens nothing, and unknown topics are refused", async () => {
  const nobody = linkToken("00000000-0000-4000-8000-000000000000");
  expect(await readChoices(nobody)).toBeUndefined();
  expect(await saveChoices(nobody, { news: true }, evidence)).toEqual({
    ok: false,
    problem: "link_invalid",
  });
  const token = await tokenOf("topik@contoh.test");
  expect(await stopMails(token, ["orders"], "page", evidence)).toEqual({
    ok: false,
    problem: "topic_unknown",
  });
});

test("a mail of a topic carries the button of mail programs", async () => {
  const parts = await topicParts(asSeed(), "rina@contoh.test", "payment_reminder", "en");
  expect(parts?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  expect(parts?.headers["List-Unsubscribe"]).toMatch(
    /^<http[^<>\s]+\/api\/unsubscribe\/[\w-]{44}\/payment_reminder>$/,
  );
  expect(parts?.footerLink.url).toMatch(/\/en\/Unsubscribe\?t=[\w-]{44}&topic=payment_reminder$/);
  expect(await topicParts(asSeed(), "rina@contoh.test", "news", "en")).toBeUndefined();
});
