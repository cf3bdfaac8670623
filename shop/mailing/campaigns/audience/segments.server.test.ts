import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { inTransaction } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { freezePage } from "#shop/mailing/campaigns/send/freeze.server.ts";
import { sendCampaigns } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { sendCampaign } from "#shop/mailing/campaigns/start-sending.server.ts";
import { saveCampaign } from "#shop/mailing/campaigns/write/save-campaign.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { type Filter, isGroup, printFilter, type Term } from "#shop/staff/filters/filter.ts";
import { shortContent, startCampaign, subscribeMany } from "#tests/support/builders/campaigns.ts";
import { giveMoneyBack, paidOrder } from "#tests/support/builders/orders.ts";
import { goodwill } from "#tests/support/builders/refund-requests.ts";
import { type GivenThings, giveThings, makeThings } from "#tests/support/builders/segments.ts";
import { demoPerson, openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { countMany } from "./audience-counts.server.ts";
import {
  cancelCount,
  countForScreen,
  countSegment,
  estimateSegment,
} from "./count-segment.server.ts";
import { findWrongFacts, refreshRecipientFacts } from "./recipient-facts.server.ts";
import { segmentCondition, segmentRows } from "./segment-columns.server.ts";
import { deleteSegment, findSegment, readSegmentFilter, saveSegment } from "./segments.server.ts";

const database = testDatabase({ demo: true, max: 20 });
const admin = demoPerson("admin@etalase.test");
beforeAll(() => {
  openTestProviders();
  provideSecret(Buffer.alloc(32, "g"));
});

const filterOf = (text: string): Filter | null => {
  const read = readSegmentFilter(text);
  if (!read.ok) throw new Error(read.problem.code);
  return read.value;
};
const reached = async (text: string) => {
  const counted = await countSegment("news", filterOf(text));
  return counted.ok ? counted.value.total : counted.problem;
};
/** The counts that large audiences and very large ones get. */
const countedByJoins = (text: string) =>
  inTransaction(async (sql) => {
    const condition = segmentCondition(sql, filterOf(text), "Asia/Jakarta");
    const [few, many] = [
      await countMany(sql, { topic: "news", condition }, 3_000),
      await countMany(sql, { topic: "news", condition }, 1_000_000),
    ];
    expect(many, text).toEqual(few);
    return many.total;
  });
const factsOf = async (email: string) => {
  const [row] = await asSeed()`
    select f.orders, f.spent::int, f.region_code is not null as has_region, cardinality(f.categories) > 0 as has_bought
    from private.recipient_facts f join private.mail_recipients r on r.id = f.recipient_id where r.email = ${email}`;
  return row;
};

test("the facts of a recipient follow the orders of the address, refunds included", async () => {
  const order = await paidOrder("segmen", [2]);
  const [{ email, total } = { email: "", total: 0 }] = await asSeed()<
    { email: string; total: number }[]
  >`select lower(email) as email, paid_total::int as total from orders where id = ${order.id}`;
  const [name = "", domain = ""] = email.split("@");
  await subscribeMany(1, { prefix: "lain" });
  await asSeed()`
    insert into private.mail_recipients (email, email_hash, mailbox_hash)
    values (${`${name}@${domain}`}, sha256('x'), sha256('x'))`;
  await refreshRecipientFacts();
  expect(await factsOf(email)).toEqual({
    orders: 1,
    spent: total,
    has_region: true,
    has_bought: true,
  });
  expect(await factsOf("lain1@gmail.com")).toMatchObject({
    orders: 0,
    spent: 0,
    has_bought: false,
  });
  await refundOrder(await provenAdmin(), goodwill(order.id, 5_000));
  await giveMoneyBack(order.id);
  await refreshRecipientFacts();
  expect(await factsOf(email)).toMatchObject({ orders: 1, spent: total - 5_000 });
  expect(await cancelOrder(order.person, order.id, "customer")).toMatchObject({ ok: true });
  await giveMoneyBack(order.id);
  await refreshRecipientFacts();
  expect(await factsOf(email)).toMatchObject({ orders: 0, spent: 0, has_bought: false });
  expect((await findWrongFacts()).wrong).toEqual([]);
  await asSeed()`
    update private.recipient_facts set spent = 1 where recipient_id = (
      select id from private.mail_recipients where email = ${email})`;
  expect((await findWrongFacts()).wrong).toHaveLength(1);
  await asSeed()`update private.recipient_facts set spent = 0 where spent = 1`;
});

test("a segment is stored once under a name, checked, kept while a campaign names it", async () => {
  const segment = { id: randomUUID(), version: 0, name: "Pembeli setia", filter: "orders.gte:3" };
  expect(await saveSegment(admin, segment)).toEqual({ ok: true, value: { version: 1 } });
  expect(await saveSegment(admin, segment)).toEqual({ ok: true, value: { version: 1 } });
  const problem = async (part: Partial<typeof segment>) => {
    const saved = await saveSegment(admin, { ...segment, id: randomUUID(), ...part });
    return saved.ok ? null : saved.problem;
  };
  expect(await problem({})).toBe("segment_name_taken");
  expect(await problem({ name: "a", filter: "" })).toBe("segment_empty");
  expect(await problem({ name: "a", filter: "password.is:1" })).toBe("field_unknown");
  expect(await problem({ name: "a", filter: "orders.gte:1; drop" })).toBe("value_invalid");
  expect(await problem({ name: "a", id: segment.id, version: 7 })).toBe("changed_meanwhile");
  const renamed = { ...segment, version: 1, name: "Setia" };
  expect(await saveSegment(admin, renamed)).toEqual({ ok: true, value: { version: 2 } });
  await asSeed()`
    insert into private.mail_campaigns (id, name, segment_id) values (${randomUUID()}, 'x', ${segment.id})`;
  expect(await findSegment(admin, segment.id)).toMatchObject({ name: "Setia", drafts: 1 });
  expect(await deleteSegment(admin, segment.id)).toEqual({ ok: false, problem: "segment_in_use" });
  await asSeed()`delete from private.mail_campaigns where segment_id = ${segment.id}`;
  expect(await deleteSegment(admin, segment.id)).toEqual({ ok: true, value: null });
  const customer = demoPerson("customer@etalase.test");
  expect(await saveSegment(customer, { ...segment, id: randomUUID() })).toMatchObject({
    ok: false,
  });
});

interface Person extends GivenThings {
  readonly language: string;
  readonly orders: number;
  readonly spent: number;
  readonly province: string | null;
  readonly tags: readonly string[];
  readonly source: string;
  /** Subscribed to news about stock too. */
  readonly wantsStock: boolean;
  readonly days: number | null;
}

/** A second opinion on what a filter says of a person. */
function fits(filter: Filter, person: Person): boolean {
  if (isGroup(filter)) {
    const each = filter.parts.map((part) => fits(part, person));
    return filter.join === "and" ? each.every(Boolean) : each.some(Boolean);
  }
  const { field, operator, values } = filter;
  const [value = ""] = values;
  if (field === "language") return values.includes(person.language) === (operator === "any");
  const isListed = (held: readonly (string | null)[]) =>
    held.some((one) => one !== null && values.includes(one)) === (operator === "any");
  if (field === "product") return isListed([person.product]);
  if (field === "promotion") return isListed([person.promotion]);
  if (field === "got") return isListed(Object.keys(person.got));
  if (field === "ordered_from") return isListed([person.orderedFrom]);
  if (field === "open_cart") return person.hasCart === (value === "yes");
  if (field === "tag") return isListed(person.tags);
  if (field === "source") return isListed([person.source]);
  if (field === "topic") return isListed(person.wantsStock ? ["news", "stock"] : ["news"]);
  if (field === "region") {
    const isThere = values.some((code) => `${person.province}01010001`.startsWith(code));
    return (person.province !== null && isThere) === (operator === "any");
  }
  if (field === "province") return person.province !== null && values.includes(person.province);
  const unmailed = Math.min(...Object.values(person.got), 1_000_000);
  const number = { orders: person.orders, spent: person.spent, unmailed }[field] ?? Number.NaN;
  if (operator === "gte") return number >= Number(value);
  return operator === "lte" ? number <= Number(value) : number === Number(value);
}

test("random segments reach who they should, by a second opinion, and are frozen as they were counted", {
  timeout: 60_000,
}, async () => {
  const seed = 20_261_125;
  const random = new SeededRandom(seed);
  const next = (below: number) => random.whole(0, below - 1);
  const emails = await subscribeMany(300, { prefix: "acak", domains: ["acak.test"] });
  const sql = asSeed();
  const things = await makeThings();
  const pick = (ids: readonly string[]) => ids[next(ids.length * 3)] ?? null;
  const people = emails.map(
    (email, index): Person => ({
      product: pick(things.products),
      promotion: pick(things.promotions),
      hasCart: index < things.customers.length && next(2) === 0,
      got: Object.fromEntries(
        things.campaigns.filter(() => next(3) === 0).map((id) => [id, [8, 20, 40][next(3)] ?? 8]),
      ),
      orderedFrom: pick(things.campaigns),
      email,
      language: next(3) === 0 ? "en" : "id",
      orders: next(5),
      spent: next(8) * 50_000,
      tags: ["grosir", "bandung", "pesta"].filter(() => next(3) === 0),
      source: ["footer", "checkout", "account"][next(3)] ?? "footer",
      wantsStock: next(3) === 0,
      province: [null, "31", "32", "51"][next(4)] ?? null,
      days: null,
    }),
  );
  await sql`
    update private.mail_recipients r set language = p.language, tags = p.tags
    from jsonb_to_recordset(${sql.json(people)}) p (email text, language text, tags text[]) where r.email = p.email`;
  const owner = openPostgres(database.url(), { max: 1 });
  await owner`
    update subscriptions s set source = p.source
    from jsonb_to_recordset(${sql.json(people)}) p (email text, source text)
    join private.mail_recipients r using (email) where s.recipient_id = r.id and s.topic = 'news'`;
  await owner.end();
  await sql`
    select private.subscribe(r.id, 'stock', 'confirmed', 'page')
    from jsonb_to_recordset(${sql.json(people)}) p (email text, "wantsStock" boolean)
    join private.mail_recipients r using (email) where p."wantsStock"`;
  await sql`
    insert into private.recipient_facts (recipient_id, orders, spent, region_code)
    select r.id, p.orders, p.spent, p.province || '01010001' from jsonb_to_recordset(${sql.json(people)})
      p (email text, orders integer, spent bigint, province text) join private.mail_recipients r on r.email = p.email
    on conflict (recipient_id) do update set orders = excluded.orders, spent = excluded.spent, region_code = excluded.region_code`;
  await giveThings(database.url(), people, things);
  // Everybody else would count too.
  await sql`
    select private.stop_mails(id, '{news}', 'one_click') from private.mail_recipients
    where email not like 'acak%@acak.test'`;
  const term = (): Term => {
    const listed = (field: string, ids: readonly string[]): Term => ({
      field,
      operator: next(2) ? "any" : "none",
      values: next(2) ? ids.slice(0, 1) : ids,
    });
    switch (next(14)) {
      case 10:
        return listed("tag", [["grosir"], ["bandung", "pesta"], ["pesta"]][next(3)] ?? []);
      case 11:
        return listed("source", [["footer"], ["account", "checkout"]][next(2)] ?? []);
      case 12:
        return listed("topic", ["stock"]);
      case 13:
        return listed("region", [["3101"], ["320101", "5101"], ["310102"]][next(3)] ?? []);
      case 4:
        return listed("product", things.products);
      case 5:
        return listed("promotion", things.promotions);
      case 6:
        return listed("got", things.campaigns);
      case 7:
        return listed("ordered_from", things.campaigns);
      case 8:
        return { field: "open_cart", operator: "is", values: [next(2) ? "yes" : "no"] };
      case 9:
        return {
          field: "unmailed",
          operator: (["gte", "lte", "is"] as const)[next(3)] ?? "is",
          values: [["8", "19", "20", "41"][next(4)] ?? "8"],
        };
      case 0:
        return {
          field: "language",
          operator: next(2) ? "any" : "none",
          values: [next(2) ? "id" : "en"],
        };
      case 1:
        return { field: "province", operator: "any", values: next(2) ? ["31"] : ["32", "51"] };
      case 2:
        return {
          field: "orders",
          operator: (["gte", "lte", "is"] as const)[next(3)] ?? "is",
          values: [String(next(5))],
        };
      default:
        return {
          field: "spent",
          operator: next(2) ? "gte" : "lte",
          values: [String(next(8) * 50_000)],
        };
    }
  };
  const tree = (depth: number, join: "and" | "or"): Filter => {
    if (depth === 0 || next(3) === 0) return term();
    const other = join === "and" ? "or" : "and";
    return { join, parts: Array.from({ length: 2 + next(2) }, () => tree(depth - 1, other)) };
  };
  let text = "";
  for (let n = 0; n < 120; n++) {
    const filter = tree(2, next(2) ? "and" : "or");
    text = printFilter(filter);
    const expected = people.filter((person) => fits(filter, person)).length;
    expect(await reached(text), `seed ${seed}, ${text}`).toBe(expected);
    expect(await countedByJoins(text), `seed ${seed}, ${text}`).toBe(expected);
  }
  const proven = await provenAdmin();
  const segment = {
    id: randomUUID(),
    version: 0,
    name: "Setia",
    filter: "and(orders.gte:2,language.any:en)",
  };
  await saveSegment(proven, segment);
  const draft = {
    id: randomUUID(),
    version: 0,
    name: "Kabar",
    topic: "news",
    segment_id: segment.id,
    fallback_language: "id" as const,
    window_from: 0,
    window_to: 0,
    voucher_promotion_id: null,
    holdout: 0 as const,
    contents: { id: shortContent, en: shortContent },
  };
  expect(await saveCampaign(proven, draft)).toMatchObject({ ok: true });
  const expected = people.filter(({ orders, language }) => orders >= 2 && language === "en");
  const order = { id: draft.id, version: 1, scheduled_at: null };
  expect(await sendCampaign(proven, { ...order, recipients: expected.length + 50 })).toEqual({
    ok: false,
    problem: "audience_changed",
  });
  expect(await sendCampaign(proven, { ...order, recipients: expected.length })).toEqual({
    ok: true,
    value: null,
  });
  // A segment that changes later moves nobody.
  await saveSegment(proven, { ...segment, version: 1, filter: "orders.gte:0" });
  await sendCampaigns({
    smtpUrl: undefined,
    from: "kabar@shop.test",
    publicUrl: "https://shop.test",
  });
  const frozen = await sql<{ email: string }[]>`
    select r.email from private.mail_deliveries d join private.mail_recipients r on r.id = d.recipient_id
    join private.mail_campaigns c on c.number = d.campaign
    where c.id = ${draft.id} order by r.email`;
  expect(frozen.map(({ email }) => email)).toEqual(expected.map(({ email }) => email).sort());

  // Who had as many mails as the shop allows is counted out, and frozen out.
  await sql`update private.mail_caps set mails = 1`;
  const [reminded, ...left] = people.filter(
    (person) => person.orders >= 1 && !expected.includes(person),
  );
  // The reminder of a cart counts as well.
  await sql`
    select private.note_automation_run('left_cart', id, 'keranjang') from private.mail_recipients where email = ${reminded?.email ?? ""}`;
  expect(await reached("orders.gte:1")).toBe(left.length);
  expect(await countedByJoins("orders.gte:1")).toBe(left.length);
  const second = await startCampaign();
  await sql`
    update private.mail_campaigns set segment_filter = 'orders.gte:1' where number = ${second}`;
  while ((await freezePage(second, "shop.test")) !== null);
  const [{ total } = { total: -1 }] = await sql<{ total: number }[]>`
    select total from private.mail_campaigns where number = ${second}`;
  expect(total).toBe(left.length);
});

test("the estimate of who was mailed lately is at least half of what the count finds", async () => {
  await subscribeMany(300, { prefix: "terkirim", domains: ["terkirim.test"] });
  const owner = openPostgres(database.url(), { max: 1 });
  await owner.begin(async (sql) => {
    // Deliveries as after a campaign; how they come about is of no interest here.
    await sql`set local session_replication_role = replica`;
    const [made] = await sql<{ number: number }[]>`
      insert into private.mail_campaigns (id, name, status, ended_at)
      values (gen_random_uuid(), 'Kabar', 'sent', now() - interval '8 days') returning number`;
    await sql`
      insert into private.mail_deliveries (campaign, n, recipient_id, version_id, state, begun_at, ended_at)
      select ${made?.number ?? 0}, row_number() over (), id, 1, 'accepted', now() - interval '8 days', now() - interval '8 days'
      from private.mail_recipients where email like 'terkirim%'`;
  });
  await owner`analyze`;
  await owner.end();
  const lately = filterOf("unmailed.lte:30");
  const [counted, estimated] = [
    await countSegment("news", lately),
    await estimateSegment("news", lately),
  ];
  if (!counted.ok || !estimated.ok) throw new Error("a count was refused");
  expect(counted.value.matched).toBeGreaterThanOrEqual(300);
  expect(estimated.value.matched).toBeGreaterThan(counted.value.matched * 0.5);
});

test("others are joined, not searched once for each subscriber, however many they are", async () => {
  const id = randomUUID();
  const planOf = (text: string) =>
    inTransaction(async (sql) => {
      const condition = segmentCondition(sql, filterOf(text), "Asia/Jakarta");
      const lines = await sql<{ "QUERY PLAN": string }[]>`
        explain select from ${segmentRows(sql)} where s.topic = 'news' and ${condition}`;
      return lines.map((line) => line["QUERY PLAN"]).join("\n");
    });
  for (const text of [
    ...[
      "unmailed.gte:30",
      "unmailed.lte:30",
      "unmailed.is:8",
      `got.none:${id}`,
      `product.none:${id}`,
    ],
    ...[`promotion.none:${id}`, `ordered_from.none:${id}`, "open_cart.is:no"],
    ...["topic.none:stock", `group.none:${id}`],
  ])
    expect(await planOf(text), text).not.toContain("SubPlan");
});

test("a count can be ended, and a new one of the same screen ends the one before; the estimate is there at once", async () => {
  const emails = await subscribeMany(200, { prefix: "hitung", domains: ["hitung.test"] });
  const owner = openPostgres(database.url(), { max: 2 });
  await owner`analyze`;
  const estimate = await estimateSegment("news", filterOf("language.any:id"));
  expect(estimate.ok && estimate.value.matched).toBeGreaterThanOrEqual(emails.length / 4);
  /** A count that waits for a lock, until it is ended. */
  const blocked = async (end: (key: string) => Promise<unknown>) => {
    const key = randomUUID();
    let counting: ReturnType<typeof countForScreen> | undefined;
    await owner.begin(async (sql) => {
      await sql`lock table private.mail_suppressions in access exclusive mode`;
      counting = countForScreen("news", null, key);
      await expect
        .poll(
          () =>
            owner`select from pg_stat_activity where application_name = ${`count ${key}`} and wait_event_type = 'Lock'`,
        )
        .toHaveLength(1);
      await end(key);
      expect(await counting).toEqual({ ok: false, problem: { code: "filter_too_wide" } });
    });
  };
  await blocked(cancelCount);
  let next: ReturnType<typeof countForScreen> | undefined;
  await blocked(async (key) => {
    next = countForScreen("news", filterOf("orders.gte:1000000"), key);
  });
  expect(await next).toMatchObject({ ok: true, value: { matched: 0 } });
  // Nobody else's key ends it.
  await cancelCount(randomUUID());
  const counted = await countForScreen("news", filterOf("mailbox.any:other"), randomUUID());
  expect(counted.ok && counted.value.matched).toBeGreaterThanOrEqual(emails.length);
  await owner.end();
});

test("a shop has two hundred segments, however many are saved at once; the same one again is none more", async () => {
  const proven = await provenAdmin();
  const sql = asSeed();
  const [before] = await sql<{ n: number }[]>`select count(*)::int as n from private.mail_segments`;
  await sql`
    insert into private.mail_segments (id, name, filter)
    select gen_random_uuid(), 'Segmen ' || n, 'orders.gte:1' from generate_series(1, ${198 - (before?.n ?? 0)}::int) n`;
  const inputs = Array.from({ length: 6 }, (_, n) => ({
    id: randomUUID(),
    version: 0,
    name: `Serentak ${n}`,
    filter: "orders.gte:1",
  }));
  const saved = await Promise.all(inputs.map((input) => saveSegment(proven, input)));
  expect(saved.map((one) => (one.ok ? "saved" : one.problem)).toSorted()).toEqual([
    ...["saved", "saved"],
    ...Array(4).fill("too_many_segments"),
  ]);
  const first = inputs[saved.findIndex(({ ok }) => ok)];
  expect(first && (await saveSegment(proven, first))).toEqual({ ok: true, value: { version: 1 } });
  const [after] = await sql`select count(*)::int as n from private.mail_segments`;
  expect(after).toEqual({ n: 200 });
  await sql`delete from private.mail_segments where name ~ '^(Segmen|Serentak) '`;
});
