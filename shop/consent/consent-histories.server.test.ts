import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { asShop } from "#db/client.server.ts";
import { type DatabaseError, openPostgres, type PoolSql } from "#db/driver.server.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { recipientOf } from "./topic-mail.server.ts";

/*
 * Histories of consent: whatever happens in whatever order and in several sessions at once, nobody ends subscribed without
 * a later act of their own. The model below is the second opinion: it knows acts, not tables.
 */

const database = testDatabase({ max: 10 });
let owner: PoolSql;
beforeAll(() => {
  provideSecret(Buffer.alloc(32, "a"));
  owner = openPostgres(database.url(), { max: 2 });
});
afterAll(() => owner.end());

const topics = ["news", "stock", "payment_reminder"] as const;
type Topic = (typeof topics)[number];

const topic = fc.constantFrom(...topics);
const step = fc.oneof(
  fc.record({
    act: fc.constant("subscribe"),
    topic,
    level: fc.constantFrom("single", "confirmed"),
  }),
  fc.record({ act: fc.constant("import"), topic }),
  fc.record({ act: fc.constant("ask"), topic }),
  fc.record({ act: fc.constant("confirm"), which: fc.nat(4) }),
  fc.record({ act: fc.constant("stop"), topic }),
  fc.record({ act: fc.constant("undo"), which: fc.nat(4) }),
  fc.record({
    act: fc.constantFrom("stop all", "staff stop", "complaint", "hard_bounce", "erase", "old copy"),
  }),
) as fc.Arbitrary<Step>;

interface Step {
  readonly act: string;
  readonly topic?: Topic;
  readonly level?: string;
  readonly which?: number;
}

/** One address: what its owner said yes and no to, by a running number of acts. */
class History {
  private now = 0;
  private readonly yes = new Map<Topic, number>();
  private readonly no = new Map<Topic, number>();
  /** Of a bounce or an erasure, which any confirmation ends. */
  private shut = 0;
  private opened = 0;
  private readonly asked: { hash: Buffer; at: number; topic: Topic }[] = [];
  private readonly stops: { hash: Buffer; at: number; topics: Topic[] }[] = [];
  private recipient: string;
  private readonly email: string;

  private constructor(email: string, recipient: string) {
    this.email = email;
    this.recipient = recipient;
  }

  static async begin(): Promise<History> {
    const email = `${randomUUID()}@contoh.test`;
    return new History(email, await recipientOf(asShop(), email));
  }

  async take({ act, topic = "news", level = "single", which = 0 }: Step): Promise<void> {
    const at = ++this.now;
    const sql = asShop();
    const id = this.recipient;
    if (act === "subscribe" || act === "import") {
      const by = act === "import" ? "imported" : level;
      const source = act === "import" ? "import" : "stock_form";
      const [row] = await sql<{ done: string }[]>`
        select private.subscribe(${id}, ${topic}, ${by}, ${source}) as done`;
      const said = this.yes.get(topic) ?? 0;
      const refused = (this.no.get(topic) ?? 0) > said || this.shut > Math.max(said, this.opened);
      if (refused) expect(row?.done, act).not.toBe("subscribed");
      else if (row?.done === "subscribed") this.yes.set(topic, at);
    } else if (act === "ask") {
      const hash = hashOf(randomUUID());
      // The limits of confirmation mails have a test of their own.
      await owner`
        insert into private.mail_tokens (hash, recipient_id, kind, topics, source, expires_at)
        values (${hash}, ${id}, 'confirm', ${[topic]}, 'footer', now() + interval '7 days')`;
      this.asked.push({ hash, at, topic });
    } else if (act === "confirm") {
      const token = this.asked.at(-1 - which);
      if (!token) return;
      const outcome = await confirm(token.hash);
      const isLate = token.at < Math.max(this.no.get(token.topic) ?? 0, this.shut);
      if (isLate) expect(outcome).not.toBe("confirmed");
      if (outcome === "confirmed") {
        this.yes.set(token.topic, at);
        this.opened = at;
      }
    } else if (act === "undo") {
      const stop = this.stops.at(-1 - which);
      if (!stop || (await confirm(stop.hash)) !== "undone") return;
      // It takes back its own stop alone.
      for (const one of stop.topics) {
        if (this.no.get(one) === stop.at && this.shut < stop.at) this.yes.set(one, at);
      }
    } else await this.sayNo(act, topic, at);
  }

  private async sayNo(act: string, topic: Topic, at: number): Promise<void> {
    const sql = asShop();
    const id = this.recipient;
    if (act === "stop" || act === "stop all" || act === "staff stop") {
      const hash = hashOf(randomUUID());
      const named = act === "stop" ? [topic] : null;
      const source = act === "staff stop" ? "staff" : "page";
      const undo = source === "staff" ? null : hash;
      await sql`select private.stop_mails(${id}, ${named}, ${source}, '{}', ${undo})`;
      const stopped = act === "stop" ? [topic] : [...topics];
      for (const one of stopped) this.no.set(one, at);
      this.stops.push({ hash, at, topics: stopped });
    } else if (act === "complaint" || act === "hard_bounce") {
      await sql`select private.suppress_mails(${id}, ${act}, 'webhook')`;
      if (act === "complaint") for (const one of topics) this.no.set(one, at);
      this.shut = at;
    } else if (act === "erase") {
      await sql`select private.forget_mail_recipient(${id})`;
      this.no.clear();
      this.yes.clear();
      this.shut = at;
      this.recipient = await recipientOf(sql, this.email);
    } else {
      // A restored copy or an import that writes tables by itself.
      const written = await owner`
        update public.subscriptions set state = 'subscribed'
        where recipient_id = ${id} and state in ('unsubscribed', 'bounced', 'complained') returning topic`.catch(
        (error: DatabaseError) => error.code,
      );
      if (written !== "42501") expect(written).toEqual([]);
    }
  }

  /** Nobody gets mails of a topic unless they said yes to it after every no. */
  async check(): Promise<void> {
    const rows = await asShop()<{ slug: Topic; default_on: boolean; gets: boolean }[]>`
      select t.slug, t.default_on, private.may_mail(${this.recipient}, t.slug) as gets
      from private.mail_topics t where t.slug = any (${[...topics]})`;
    for (const { slug, default_on, gets } of rows) {
      if (!gets) continue;
      const said = this.yes.get(slug) ?? (default_on ? 0.5 : 0);
      const refused = this.no.get(slug) ?? 0;
      expect(said, `${slug} after a no`).toBeGreaterThan(refused);
      // What is on without asking is back with any confirmation.
      const opened = default_on ? Math.max(said, this.opened) : said;
      expect(opened, `${slug} after a bounce`).toBeGreaterThanOrEqual(this.shut);
    }
  }
}

const hashOf = (text: string) => createHash("sha256").update(text).digest();

async function confirm(hash: Buffer): Promise<string | undefined> {
  const [row] = await asShop()<{ outcome: string }[]>`
    select outcome from private.confirm_subscription(${hash})`;
  return row?.outcome;
}

test("nobody ends subscribed without a later act of their own", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const history = await History.begin();
      for (const one of steps) {
        await history.take(one);
        await history.check();
      }
    }),
    { seed: 20261125, numRuns: 120 },
  );
});

test("stops in one session and confirmations in others: whichever is committed last wins", async () => {
  const sql = asShop();
  for (let round = 0; round < 20; round++) {
    const id = await recipientOf(sql, `${randomUUID()}@contoh.test`);
    const hashes = [hashOf(randomUUID()), hashOf(randomUUID())];
    for (const hash of hashes) {
      await owner`
        insert into private.mail_tokens (hash, recipient_id, kind, topics, source, expires_at)
        values (${hash}, ${id}, 'confirm', '{news}', 'footer', now() + interval '7 days')`;
    }
    await Promise.all([
      ...hashes.map(confirm),
      sql`select private.stop_mails(${id}, ${round % 2 ? null : ["news"]}, 'one_click')`,
      sql`select private.subscribe(${id}, 'news', 'imported', 'import')`,
      sql`select private.suppress_mails(${id}, 'hard_bounce', 'webhook')`,
    ]);
    const [row] = await sql<{ gets: boolean; last: string }[]>`
      select private.may_mail(${id}, 'news') as gets,
        (select action from private.mail_choice_events where recipient_id = ${id}
          and (topic = 'news' or topic is null) order by id desc limit 1) as last`;
    if (row?.gets) expect(row.last).toBe("confirmed");
  }
});

test("no other writer brings anybody back: 42501 for the shop itself and for the tables' owner", async () => {
  const id = await recipientOf(asShop(), "tidak@contoh.test");
  await asShop()`select private.subscribe(${id}, 'news', 'confirmed', 'page')`;
  await asShop()`select private.stop_mails(${id}, null, 'page')`;
  const attempts = [
    `update public.subscriptions set state = 'subscribed' where recipient_id = '${id}'`,
    `update public.subscriptions set state = 'pending' where recipient_id = '${id}'`,
    `delete from public.subscriptions where recipient_id = '${id}'`,
    "update private.mail_suppressions set lifted_by = 1",
    "update private.mail_suppressions set since = now() - interval '1 year'",
    "delete from private.mail_suppressions",
  ];
  for (const attempt of attempts) {
    for (const sql of [asShop(), owner]) {
      await expect(sql.unsafe(attempt), attempt).rejects.toMatchObject({ code: "42501" });
    }
  }
  const insert = `insert into public.subscriptions (recipient_id, topic, state, level, source)
    select id, 'news', 'subscribed', 'imported', 'import' from private.mail_recipients where email = 'baru@contoh.test'`;
  const fresh = await recipientOf(asShop(), "baru@contoh.test");
  await asShop()`select private.suppress_mails(${fresh}, 'hard_bounce', 'webhook')`;
  await expect(owner.unsafe(insert)).rejects.toMatchObject({ code: "42501" });
  for (const attempt of [
    "update private.mail_choice_events set action = 'confirmed'",
    "update private.mail_choice_events set ip = null, user_agent = null, created_at = now()",
    "update private.mail_wordings set text = 'Lain'",
  ]) {
    await expect(asShop().unsafe(attempt), attempt).rejects.toMatchObject({ code: "42501" });
  }
  await expect(
    owner`update private.mail_choice_events set source = 'page', action = 'confirmed'`,
  ).rejects.toMatchObject({ code: "23001" });
});

test("a complaint is lifted only by a confirmation that was asked for after it", async () => {
  const id = await recipientOf(asShop(), "keluh@contoh.test");
  const ask = async () => {
    const hash = hashOf(randomUUID());
    await owner`
      insert into private.mail_tokens (hash, recipient_id, kind, topics, source, expires_at)
      values (${hash}, ${id}, 'confirm', '{news}', 'footer', now() + interval '7 days')`;
    return hash;
  };
  const before = await ask();
  await asShop()`select private.suppress_mails(${id}, 'complaint', 'webhook')`;
  // Another spelling of the mailbox is silent too.
  const other = await recipientOf(asShop(), "keluh+toko@contoh.test");
  await asShop()`select private.subscribe(${other}, 'news', 'confirmed', 'page')`;
  const gets = async (who: string) =>
    (await asShop()`select private.may_mail(${who}, 'news') as gets`)[0]?.gets;
  expect(await gets(other)).toBe(false);
  expect(await confirm(before)).toBe("expired");
  expect(await gets(id)).toBe(false);
  expect(await confirm(await ask())).toBe("confirmed");
  expect(await gets(id)).toBe(true);
  expect(await confirm(before)).toBe("expired");
});

test("one confirmation mail a day and three in thirty days; one in ninety after a bounce", async () => {
  const id = await recipientOf(asShop(), "batas@contoh.test");
  const ask = async () =>
    (
      await asShop()<{ done: string }[]>`
        select private.ask_confirmation(${id}, '{news}', ${hashOf(randomUUID())}, 'footer') as done`
    )[0]?.done;
  const later = (days: number) => owner`
    update private.mail_tokens set created_at = created_at - make_interval(days => ${days}) where recipient_id = ${id}`;
  expect([await ask(), await ask()]).toEqual(["asked", "limited"]);
  await later(2);
  expect(await ask()).toBe("asked");
  await later(2);
  expect(await ask()).toBe("asked");
  await later(2);
  expect(await ask()).toBe("limited");
  await later(30);
  expect(await ask()).toBe("asked");
  await asShop()`select private.suppress_mails(${id}, 'hard_bounce', 'webhook')`;
  await later(60);
  expect(await ask()).toBe("limited");
  await later(31);
  expect(await ask()).toBe("asked");
});
