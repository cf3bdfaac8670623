import { beforeAll, expect, test } from "vitest";
import { fail, ok } from "#base/result.ts";
import { asCaller, inTransaction } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { builtInRoles, permissions } from "#shop/kernel/permissions.ts";
import { demoPerson, giveStaffRole } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { asStaff } from "./as-staff.server.ts";

testDatabase({ demo: true });
const admin = demoPerson("admin@etalase.test");
const staff = demoPerson("staff@etalase.test");
let productId = "";
beforeAll(async () => {
  const [product] = await asSeed()<{ id: string }[]>`select id from products order by id limit 1`;
  productId = product?.id ?? "";
});

const rename = (actor: Person, brand: string) =>
  asStaff(actor, "products.edit", async (sql) => {
    await sql`update products set brand = ${brand} where id = ${productId}`;
    return ok(brand);
  });
const entries = () => asSeed()`
  select actor_kind, actor_id, action, subject_kind, subject_id, changes from audit_entries
  where subject_id = ${productId} order by id`;

test("the permissions and built-in roles of the program are those of the database", async () => {
  const inDatabase = await asSeed()<{ key: string }[]>`select key from permissions order by key`;
  expect(inDatabase.map(({ key }) => key)).toEqual([...permissions].sort());
  const roles = await asSeed()<{ id: string; permissions: string[] }[]>`
    select id, permissions from staff_roles where built_in order by id`;
  expect(roles.map(({ id }) => id)).toEqual([...builtInRoles].sort());
  for (const role of roles) expect(permissions).toEqual(expect.arrayContaining(role.permissions));
  const [read] = await asSeed()<{ permissions: string[] }[]>`
    select private.permissions_of(${staff.id}) as permissions`;
  expect([...(read?.permissions ?? [])].sort()).toEqual([...staff.permissions].sort());
});

test("I12: a change by staff names the person, the thing, and the values before and after", async () => {
  expect(await rename(admin, "Kaca")).toEqual({ ok: true, value: "Kaca" });
  expect(await entries()).toEqual([
    {
      actor_kind: "person",
      actor_id: admin.id,
      action: "products.changed",
      subject_kind: "product",
      subject_id: productId,
      changes: { brand: ["", "Kaca"] },
    },
  ]);
  // The same value again changes nothing, so it leaves no entry.
  await rename(admin, "Kaca");
  expect(await entries()).toHaveLength(1);
});

test("a role decides: without the permission nothing is written, with it at once", async () => {
  expect(await rename(staff, "Perunggu")).toEqual({ ok: false, problem: "not_permitted" });
  await giveStaffRole(staff, "content");
  expect((await rename(staff, "Perunggu")).ok).toBe(true);
  await giveStaffRole(staff, "warehouse");
  const readable = (table: string) =>
    asCaller(callerOf(staff), (sql) => sql`select 1 from ${sql(table)} limit 1`, "read only");
  expect(await readable("stock_items")).toHaveLength(1);
  expect(await readable("promotions")).toEqual([]);
  await giveStaffRole(staff, "sales");
  expect(await readable("promotions")).toHaveLength(1);
});

test("a use case that fails writes nothing", async () => {
  const before = await asSeed()`select brand from products where id = ${productId}`;
  const result = await asStaff(admin, "products.edit", async (sql) => {
    await sql`update products set brand = 'Gagal' where id = ${productId}`;
    return fail("not_found");
  });
  expect(result).toEqual({ ok: false, problem: "not_found" });
  expect(await asSeed()`select brand from products where id = ${productId}`).toEqual(before);
});

test("a write of the shop that names nobody is refused", async () => {
  const unnamed = inTransaction(async (sql) => {
    await sql`select set_config('shop.actor', '', true)`;
    return sql`update products set brand = 'Entah' where id = ${productId}`;
  });
  await expect(unnamed).rejects.toMatchObject({ constraint: "actor_missing" });
});

test("the last administrator cannot lose the role, also when two are demoted at once", async () => {
  const demote = (id: string) => asSeed()`update profiles set role = 'USER' where id = ${id}`;
  await expect(demote(admin.id)).rejects.toMatchObject({ constraint: "last_administrator" });
  await asSeed()`update profiles set role = 'ADMIN' where id = ${staff.id}`;
  const results = await Promise.allSettled([demote(admin.id), demote(staff.id)]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [left] = await asSeed()<{ n: number }[]>`
    select count(*)::int as n from profiles where role = 'ADMIN'`;
  expect(left).toEqual({ n: 1 });
});

test("every table that staff may change writes to the audit log", async () => {
  const written = await asSeed()<{ name: string }[]>`
    select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'audit_update' order by 1`;
  expect(written.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "categories",
      "product_categories",
      "product_images",
      "product_variants",
      "products",
      "promotion_categories",
      "promotions",
      "shop_settings",
      "staff_roles",
    ]),
  );
});
