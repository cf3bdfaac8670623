import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { ok } from "#base/result.ts";
import { inTransaction, type Sql } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { readFilter } from "#shop/staff/filters/field.ts";
import { readListState } from "#shop/staff/filters/list-state.ts";
import { demoPerson, giveStaffRole } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { asStaff } from "./as-staff.server.ts";
import type { AuditPage } from "./audit-entry.ts";
import { auditEntriesPerPage, auditFields, auditSorts, readAuditPosition } from "./audit-filter.ts";
import { listAuditAuthors, listAuditEntries, listHistory } from "./read-audit.server.ts";

testDatabase({ demo: true });
const admin = { ...demoPerson("admin@etalase.test"), requestId: "permintaan-1" };
const staff = demoPerson("staff@etalase.test");
let productId = "";
let otherId = "";
beforeAll(async () => {
  const rows = await asSeed()<{ id: string }[]>`select id from products order by id limit 2`;
  productId = rows[0]?.id ?? "";
  otherId = rows[1]?.id ?? "";
  await giveStaffRole(staff, "manager");
  for (const brand of ["Kaca", "Perunggu"]) await rename(admin, productId, brand);
  await rename(staff, otherId, "Tanah liat");
  await inTransaction(async (sql) => {
    await sql`select set_config('shop.actor', 'job:penjadwal', true)`;
    await sql`update categories set published = not published`;
  });
});

const rename = (actor: typeof staff, id: string, brand: string) =>
  asStaff(actor, "products.edit", async (sql) => {
    await sql`update products set brand = ${brand} where id = ${id}`;
    return ok(brand);
  });
/** @param terms the filter of the address, and then the position */
async function list(terms: string, position = "", actor: Person = admin): Promise<AuditPage> {
  const params = new URLSearchParams(position);
  params.set("filter", terms);
  const state = readListState(params, auditFields, auditSorts);
  if (!state.ok) throw new Error(JSON.stringify(state.problem));
  const { filter } = state.value;
  const listed = await listAuditEntries(actor, { filter, ...readAuditPosition(params) }, "id");
  if (!listed.ok) throw new Error(listed.problem.code);
  return listed.value;
}
const idsOf = ({ entries }: AuditPage) => entries.map(({ id }) => id);

test("the log says who changed which thing, in which request, from what to what", async () => {
  const { entries } = await list(`and(kind.any:product,subject.any:${productId})`);
  const [product] = await asSeed()<{ name: string }[]>`
    select name ->> 'id' as name from products where id = ${productId}`;
  expect(entries.map(({ changes }) => changes)).toEqual([
    { brand: ["Kaca", "Perunggu"] },
    { brand: ["", "Kaca"] },
  ]);
  expect(entries[0]).toMatchObject({
    actor: { kind: "person", id: admin.id },
    action: "products.changed",
    subject: { kind: "product", id: productId, name: product?.name },
    request_id: "permintaan-1",
  });
  expect(entries[0]?.actor.name).not.toBe("");
});

test.each([
  ["category", "categories"],
  ["collection", "collections"],
  ["shipping_zone", "shipping_zones"],
])("the subject of an entry is deleted once its %s is deleted", async (kind, table) => {
  const id = randomUUID();
  const change = (work: (sql: Sql) => Promise<unknown>) =>
    inTransaction(async (sql) => {
      await sql`select set_config('shop.actor', 'job:penghapus', true)`;
      await work(sql);
    });
  await change((sql) => {
    const name = sql.json({ id: "Sementara", en: "" });
    return kind === "shipping_zone"
      ? sql`insert into shipping_zones (id, name) values (${id}, ${name})`
      : sql`insert into ${sql(table)} (id, slug, name) values (${id}, ${`sementara-${kind.length}`}, ${name})`;
  });
  const subjects = async () =>
    (await list(`subject.any:${id}`)).entries.map(({ subject }) => subject);
  expect(await subjects()).toMatchObject([{ kind, name: "Sementara", is_deleted: false }]);
  await change((sql) => sql`delete from ${sql(table)} where id = ${id}`);
  const after = await subjects();
  expect(after).toHaveLength(2);
  expect(after.every((subject) => subject?.is_deleted && subject.name === null)).toBe(true);
});

test("each filter narrows, and together they narrow further", async () => {
  expect((await list(`and(by.any:person:${staff.id},kind.any:product)`)).entries).toMatchObject([
    { subject: { id: otherId } },
  ]);
  const byJob = await list(
    "and(by.any:job:penjadwal,action.any:categories.changed,changed.any:published)",
  );
  expect(byJob.entries.length).toBeGreaterThan(0);
  expect(byJob.entries.every(({ action }) => action === "categories.changed")).toBe(true);
  expect(
    (await list(`and(by.any:person:${staff.id},action.any:categories.changed)`)).entries,
  ).toEqual([]);
  expect((await list("changed.any:brand")).entries).toHaveLength(3);
  const authors = await listAuditAuthors(admin);
  expect(authors.map(({ value }) => value)).toEqual(
    expect.arrayContaining([`person:${admin.id}`, `person:${staff.id}`, "job:penjadwal"]),
  );
});

test("a day is the shop's day: 23.59 WIB belongs to it, 00.00 WIB to the next", async () => {
  // Later than the entries of the other tests, as the order of the ids is that of time.
  await asSeed()`
    insert into audit_entries (at, actor_id, action, subject_kind, subject_id)
    values ('2090-03-05T16:59:59Z', ${admin.id}, 'products.changed', 'product', 'nanti-1'),
      ('2090-03-05T17:00:00Z', ${admin.id}, 'products.changed', 'product', 'nanti-2')`;
  const of = async (query: string) => (await list(query)).entries.map(({ subject }) => subject?.id);
  expect(await of("and(at.from:2090-03-05,at.until:2090-03-05)")).toEqual(["nanti-1"]);
  expect(await of("and(at.from:2090-03-06,at.until:2090-03-06)")).toEqual(["nanti-2"]);
  expect(await of("at.from:2090-03-01")).toEqual(["nanti-2", "nanti-1"]);
});

test("pages join without a gap or a repetition, forwards and backwards", async () => {
  await asSeed()`
    insert into audit_entries (actor_kind, actor_name, action, subject_kind, subject_id)
    select 'job', 'pages', 'products.changed', 'pages', n::text from generate_series(1, ${auditEntriesPerPage * 2 + 5}) n`;
  const first = await list("kind.any:pages");
  const second = await list("kind.any:pages", `after=${first.after}`);
  const third = await list("kind.any:pages", `after=${second.after}`);
  expect([first, second, third].map(({ entries }) => entries.length)).toEqual([50, 50, 5]);
  const all = [first, second, third].flatMap(idsOf);
  expect(all).toEqual([...new Set(all)].sort((a, b) => b - a));
  expect(first.before).toBeNull();
  expect(third.after).toBeNull();
  expect(idsOf(await list("kind.any:pages", `before=${third.before}`))).toEqual(idsOf(second));
});

test("a filter that is not understood is refused, and staff without the permission read nothing", async () => {
  for (const filter of [
    "by.any:person:x",
    "kind.any:A B",
    "action.any:a",
    "at.from:2026-02-31",
    "kind.is:x",
  ]) {
    expect(readFilter(auditFields, filter).ok).toBe(false);
  }
  expect(readAuditPosition(new URLSearchParams("after=-1&before=1e9"))).toEqual({
    after: null,
    before: null,
  });
  expect((await list("", "", staff)).entries).toEqual([]);
  expect(await listAuditAuthors(staff)).toEqual([]);
});

test("the history of a thing is for whoever may read the thing", async () => {
  const product = { kind: "product", id: productId };
  expect((await listHistory(staff, product, null, "id")).entries).toHaveLength(2);
  const customer = demoPerson("customer@etalase.test");
  expect((await listHistory(customer, product, null, "id")).entries).toEqual([]);
  expect((await listHistory(staff, { kind: "person", id: staff.id }, null, "id")).entries).toEqual(
    [],
  );
});
