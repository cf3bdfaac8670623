import { beforeAll, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { readLinkToken } from "#shop/consent/link-token.server.ts";
import { recipientOf } from "#shop/consent/topic-mail.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { chooseMails, mailLinkToken } from "#tests/support/builders/mailing-list.ts";
import { demoPerson, openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { exportSubscribers } from "./export-subscribers.server.ts";
import { findSubscriber } from "./find-subscriber.server.ts";
import { listSubscribers } from "./list-subscribers.server.ts";
import {
  askSubscriber,
  findSuppressions,
  forgetSubscriber,
  stopAddress,
  stopSubscriber,
  tagSubscriber,
} from "./staff-consent.server.ts";
import { readSubscriberFilter } from "./subscriber-filter.ts";

const database = testDatabase({ demo: true });
beforeAll(openTestProviders);

const staff = demoPerson("staff@etalase.test");
const customer = demoPerson("customer@etalase.test");
const start = { after: null, before: null };
const filter = (query: string) => readSubscriberFilter(new URLSearchParams(query));
const entries = () => asSeed()`
  select action, subject_id, actor_id from audit_entries where action like 'subscriber%' order by id`;
const addressesOf = async (actor: Person, query: string, position = start) => {
  const found = await listSubscribers(actor, filter(query), position);
  if (!found.ok) throw new Error(found.problem.code);
  return found.value.subscribers.map(({ email }) => email);
};

test("staff ask once, stop and forget; each leaves an entry, and nobody is subscribed by them", async () => {
  const id = await recipientOf(asSeed(), "tanya@contoh.test");
  expect(await askSubscriber(staff, id)).toMatchObject({ ok: true });
  // Once, before anything was stopped too.
  expect(await askSubscriber(staff, id)).toEqual({ ok: false, problem: "not_askable" });
  const asked = await asSeed()<{ text: string }[]>`
    select text from private.outbox where recipient = 'tanya@contoh.test'`;
  expect(asked.map(({ text }) => /\/Subscribe\/[\w-]{43}/.test(text))).toEqual([true]);
  await asSeed()`select private.stop_mails(${id}, '{stock}', 'page')`;
  expect(await askSubscriber(staff, id)).toEqual({ ok: false, problem: "not_askable" });
  expect(await findSubscriber(staff, id)).toMatchObject({
    may_be_asked: false,
    subscriptions: [
      { topic: "news", state: "pending" },
      { topic: "stock", state: "unsubscribed" },
    ],
  });

  expect(await stopSubscriber(staff, id)).toMatchObject({ ok: true });
  expect(await stopSubscriber(staff, id)).toMatchObject({ ok: true });
  expect(await findSubscriber(staff, id)).toMatchObject({
    suppressions: [{ reason: "staff", is_lifted: false }],
    events: expect.arrayContaining([
      expect.objectContaining({ action: "stopped", source: "staff", actor: expect.any(String) }),
    ]),
  });
  expect(await forgetSubscriber(staff, id)).toMatchObject({ ok: true });
  expect(await findSubscriber(staff, id)).toBeUndefined();
  expect(await stopSubscriber(staff, id)).toEqual({ ok: false, problem: "not_found" });
  const { suppressions } = await findSuppressions(staff, "Tanya+lagi@contoh.test");
  expect(suppressions).toMatchObject([{ reason: "erased", is_mailbox: true }]);

  const typed = await stopAddress(staff, "telepon@contoh.test");
  expect(await entries()).toEqual([
    { action: "subscriber.asked", subject_id: id, actor_id: staff.id },
    { action: "subscriber.stopped", subject_id: id, actor_id: staff.id },
    { action: "subscriber.forgotten", subject_id: id, actor_id: staff.id },
    {
      action: "subscriber.stopped",
      subject_id: typed.ok ? typed.value : "",
      actor_id: staff.id,
    },
  ]);
});

test("customers see and do nothing of it", async () => {
  const id = readLinkToken(await mailLinkToken("orang@contoh.test")) ?? "";
  expect(await addressesOf(customer, "")).toEqual([]);
  expect(await findSubscriber(customer, id)).toBeUndefined();
  expect(await findSuppressions(customer, "orang@contoh.test")).toMatchObject({
    recipientId: null,
  });
  for (const act of [stopSubscriber, forgetSubscriber, askSubscriber]) {
    expect(await act(customer, id)).toEqual({ ok: false, problem: "not_permitted" });
  }
  expect(await stopAddress(customer, "orang@contoh.test")).toMatchObject({ ok: false });
  expect(await exportSubscribers(customer)).toMatchObject({ ok: false });
});

test("the export needs a fresh proof, escapes formulas and is in the audit log", async () => {
  await chooseMails("=cmd@contoh.test", { news: true });
  expect(await exportSubscribers(staff)).toEqual({
    ok: false,
    problem: "reauthentication_needed",
  });
  const tagged = await recipientOf(asSeed(), "=cmd@contoh.test");
  expect(await tagSubscriber(staff, tagged, 'VIP; "grosir", vip')).toMatchObject({ ok: true });
  expect((await entries()).at(-1)).toMatchObject({
    action: "subscriber.tagged",
    subject_id: tagged,
  });
  for (const wrong of ["x".repeat(41), "a\u202eb", "a\0b"]) {
    expect(await tagSubscriber(staff, tagged, wrong)).toMatchObject({ problem: "tags_invalid" });
  }
  expect(await tagSubscriber(customer, tagged, "vip")).toMatchObject({ ok: false });
  expect(await findSubscriber(staff, tagged)).toMatchObject({ tags: ["grosir", "vip"] });
  const admin = await provenAdmin();
  const file = await exportSubscribers(admin);
  if (!file.ok) throw new Error(file.problem);
  const lines = (await new Response(file.value).text()).split("\r\n");
  expect(lines[0]).toBe(
    "\ufeffemail,name,language,tags,topic,state,level,source,consent_at,paused_until,max_a_month".slice(
      1,
    ),
  );
  expect(lines.find((line) => line.includes("=cmd"))).toMatch(
    /^'=cmd@contoh\.test,,id,"grosir, vip",news,subscribed,confirmed,page,\d{4}-\d\d-\d\dT[\d:]+Z,,$/,
  );
  expect((await entries()).at(-1)).toMatchObject({
    action: "subscribers.exported",
    actor_id: admin.id,
  });
});

test("pages of many subscribers meet without gaps, and each filter finds what fits", async () => {
  const owner = openPostgres(database.url(), { max: 1 });
  await owner`
    insert into private.mail_recipients (email, email_hash, mailbox_hash, created_at)
    select 'banyak-' || n || '@contoh.test', sha256(n::text::bytea), sha256(n::text::bytea),
      now() - n * interval '1 second'
    from generate_series(1, 2000) n`;
  await owner`
    insert into public.subscriptions (recipient_id, topic, state, level, source)
    select id, 'news', case when n % 100 = 0 then 'bounced' else 'subscribed' end,
      case when n % 3 = 0 then 'imported' else 'confirmed' end, case when n = 1999 then 'checkout' else 'footer' end
    from (select id, split_part(split_part(email, '-', 2), '@', 1)::int as n
      from private.mail_recipients where email like 'banyak-%') r`;
  await owner.end();

  const first = await listSubscribers(staff, filter("q=banyak-"), start);
  if (!first.ok) throw new Error("too wide");
  expect(first.value.subscribers).toHaveLength(50);
  const next = await listSubscribers(staff, filter("q=banyak-"), {
    after: first.value.after,
    before: null,
  });
  if (!next.ok) throw new Error("too wide");
  expect(next.value.subscribers[0]?.email).toBe("banyak-51@contoh.test");
  const back = await listSubscribers(staff, filter("q=banyak-"), {
    after: null,
    before: next.value.before,
  });
  expect(back.ok && back.value.subscribers).toEqual(first.value.subscribers);

  expect(await addressesOf(staff, "q=banyak-777")).toEqual(["banyak-777@contoh.test"]);
  expect(await addressesOf(staff, "source=checkout&topic=news")).toEqual([
    "banyak-1999@contoh.test",
  ]);
  expect(await addressesOf(staff, "state=bounced&level=imported")).toHaveLength(6);
  expect(await addressesOf(staff, "state=complained&q=banyak-")).toEqual([]);
});

test("staff see at the person why mails came back, as the other side worded it", async () => {
  const id = await recipientOf(asSeed(), "penuh@contoh.test");
  await asSeed()`
    insert into private.mail_events (id, kind, bounce, code, reason, recipient_id, domain, created_at) values
      ('p:1', 'bounced', 'soft', '5.2.2', 'mailbox full, try 2027', ${id}, 'contoh.test', now() - interval '2 days'),
      ('p:2', 'complained', null, '', 'abuse', ${id}, 'contoh.test', now()),
      ('p:3', 'delivered', null, '', '', ${id}, 'contoh.test', now())`;
  expect((await findSubscriber(staff, id))?.reports).toEqual([
    {
      id: "p:2",
      kind: "complained",
      code: "",
      reason: "abuse",
      campaign: null,
      at: expect.any(String),
    },
    expect.objectContaining({ id: "p:1", code: "5.2.2", reason: "mailbox full, try 2027" }),
  ]);
});
