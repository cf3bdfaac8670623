import { beforeAll, expect, test } from "vitest";
import { asCaller, type Sql } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { readListState } from "#shop/staff/filters/list-state.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { buyerFields, buyerSorts } from "./buyer-fields.ts";
import { findBuyer } from "./find-buyer.server.ts";
import { followBuyers } from "./follow-buyers.server.ts";
import {
  type BuyerList,
  buyersPerPage,
  listBuyerOptions,
  listBuyers,
} from "./list-buyers.server.ts";

testDatabase({ demo: true, max: 4 });
const admin = demoPerson("admin@etalase.test");
/** Has `customers.read` without `customers.contact`. */
let finance: Person;
let some: { id: string; name: string; email: string; phone: string; tags: string[] };

async function list(params: Record<string, string> = {}, actor = admin): Promise<BuyerList> {
  const state = readListState(new URLSearchParams(params), buyerFields, buyerSorts);
  if (!state.ok) throw new Error(JSON.stringify(state.problem));
  const listed = await listBuyers(actor, state.value);
  if (!listed.ok) throw new Error(JSON.stringify(listed.problem));
  return listed.value;
}
const idsOf = ({ buyers }: BuyerList) => buyers.map(({ id }) => id);
/** All ids that match, read in the order of the list. */
async function every(sql: Sql, where: string, order = "created_at desc, id desc") {
  const rows = await sql.unsafe<{ id: string }[]>(
    `select id from buyers where ${where} order by ${order}`,
  );
  return rows.map(({ id }) => id);
}

beforeAll(async () => {
  await followBuyers();
  finance = await makeStaff("keuangan", "finance");
  const [buyer] = await asSeed()<(typeof some)[]>`
    select id, name, email, phone from buyers where phone is not null and orders > 0 order by id limit 1`;
  if (!buyer) throw new Error("the demo shop has buyers");
  await asSeed()`update buyers set tags = '{grosir,vip}' where id = ${buyer.id}`;
  some = buyer;
});

test("each sort lists all buyers once, over pages forwards and backwards", async () => {
  const orders = {
    newest: "created_at desc, id desc",
    spent: "spent desc, id desc",
    last_order: "coalesce(last_order_at, '-infinity') desc, id desc",
  } as const;
  for (const sort of buyerSorts) {
    const expected = await every(asSeed(), "true", orders[sort]);
    const found: string[] = [];
    let page = await list({ sort });
    found.push(...idsOf(page));
    while (page.after) {
      const next = await list({ sort, after: page.after });
      expect(idsOf(await list({ sort, before: next.before ?? "" }))).toEqual(idsOf(page));
      found.push(...idsOf(next));
      page = next;
    }
    expect(found, sort).toEqual(expected);
    expect(expected.length).toBeGreaterThan(buyersPerPage);
  }
});

test("each filter lists the buyers that match", async () => {
  const sql = asSeed();
  const [place] = await sql<{ code: string }[]>`
    select left(region_code, 2) as code from buyers where region_code is not null group by 1 order by count(*) limit 1`;
  const [last] = await sql<{ day: string }[]>`
    select to_char(max(last_order_at) at time zone 'Asia/Jakarta', 'YYYY-MM-DD') as day from buyers`;
  for (const [filter, where] of [
    ["has_account.is:yes", "account_id is not null"],
    ["has_account.is:no", "account_id is null"],
    ["orders.gte:3", "orders >= 3"],
    ["spent.gte:1 jt", "spent >= 1000000"],
    [`last_order.until:${last?.day}`, "last_order_at is not null"],
    ["last_order.until:2001-01-01", "false"],
    [`province.any:${place?.code}`, `left(region_code, 2) = '${place?.code}'`],
    ["tag.any:VIP", "'vip' = any (tags)"],
    ["tag.none:vip", "'vip' <> all (tags)"],
  ] as const) {
    const expected = await every(sql, where);
    expect(idsOf(await list({ filter })), filter).toEqual(expected.slice(0, buyersPerPage));
  }
  const options = await listBuyerOptions(admin);
  expect(options.province).toHaveLength(38);
  expect(options.tag.map(({ value }) => value)).toEqual(["grosir", "vip"]);
});

test("a search finds a buyer by mailbox, the end of a phone number and name", async () => {
  for (const q of [
    some.email.toUpperCase(),
    some.phone.slice(-6),
    some.phone.replace("+62", "0"),
    some.name.slice(1).toUpperCase(),
  ]) {
    expect([q, idsOf(await list({ q })).includes(some.id)]).toEqual([q, true]);
  }
  for (const q of ["zzzzqqq", "%", "_%_", "'; drop table buyers", "\u{10ffff}", "0", "@"]) {
    expect([q, idsOf(await list({ q }))]).toEqual([q, []]);
  }
});

test("contacts are masked in the list, the page and the API without customers.contact", async () => {
  const isWhole = (value: unknown) => {
    const text = JSON.stringify(value);
    return text.includes(some.email) || text.includes(some.phone.slice(3, 9));
  };
  const clear = await list({ q: some.name });
  expect(isWhole(clear)).toBe(true);
  const masked = await list({ q: some.name }, finance);
  expect(idsOf(masked)).toEqual(idsOf(clear));
  expect(isWhole(masked)).toBe(false);
  expect(masked.buyers.find(({ id }) => id === some.id)?.email).toContain("•••@");

  expect(isWhole(await findBuyer(admin, some.id))).toBe(true);
  const page = await findBuyer(finance, some.id);
  expect(page).toMatchObject({ name: some.name, is_clear: false });
  expect(isWhole(page)).toBe(false);
  for (const { street, recipient, phone } of page?.addresses ?? []) {
    expect([street, recipient, phone]).toEqual([null, null, null]);
  }
  // Repeated searches could reveal the masked part digit by digit.
  for (const q of [some.email, some.phone.slice(-6)]) {
    expect(idsOf(await list({ q }, finance))).toEqual([]);
  }
  // Profiles have the same numbers: finance reads only the profiles of staff.
  const profiles = await asCaller(
    callerOf(finance),
    (sql) => sql<{ role: string }[]>`select role from profiles`,
    "read only",
  );
  expect(new Set(profiles.map(({ role }) => role))).toEqual(new Set(["USER", "ADMIN"]));
  for (const column of ["email", "phone", "mailbox"]) {
    const read = asCaller(callerOf(admin), (sql) => sql`select ${sql(column)} from buyers`);
    await expect(read).rejects.toThrow(/permission denied/);
  }
});

test("staff without the permission and unknown ids see no buyer", async () => {
  const warehouse = await makeStaff("gudang", "warehouse");
  expect(idsOf(await list({}, warehouse))).toEqual([]);
  expect(await findBuyer(warehouse, some.id)).toBeUndefined();
  expect(await findBuyer(admin, crypto.randomUUID())).toBeUndefined();
  expect(await findBuyer(admin, "bukan-id")).toBeUndefined();
  expect((await listBuyerOptions(warehouse)).tag).toEqual([]);
});
