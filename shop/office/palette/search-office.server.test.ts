import { beforeAll, expect, test } from "vitest";
import { followBuyers } from "#shop/customers/buyers/follow-buyers.server.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { searchOffice } from "./search-office.server.ts";

testDatabase({ demo: true, max: 2 });
const admin = demoPerson("admin@etalase.test");
const search = (q: string, permissions: readonly Permission[] = admin.permissions) =>
  searchOffice({ ...admin, permissions }, q, "id");

interface Some {
  readonly id: string;
  readonly number: string;
  readonly phone: string;
  readonly email: string;
  readonly recipient: string;
}
let order: Some;
let variant: { sku: string; product_id: string };
beforeAll(async () => {
  const [found] = await asSeed()<Some[]>`
    select id, number, phone, email, recipient from orders where number is not null order by created_at desc limit 1`;
  const [sku] = await asSeed()<(typeof variant)[]>`
    select sku, product_id from product_variants where not archived order by sku limit 1`;
  if (!found || !sku) throw new Error("the demo shop has orders and products");
  [order, variant] = [found, sku];
});

test("exact things come first: number, SKU, code, e-mail, phone and tracking number", async () => {
  const [code] = await asSeed()<{ code: string; promotion_id: string }[]>`
    select code, promotion_id from promo_codes order by code limit 1`;
  const [shipment] = await asSeed()<{ tracking_number: string; order_id: string }[]>`
    select tracking_number, order_id from shipments limit 1`;
  const first = async (q: string) => (await search(q))[0];
  expect(await first(order.number.toLowerCase())).toMatchObject({ kind: "order", id: order.id });
  const digits = order.number.replace(/^\D+/, "");
  expect(await first(digits), "without its prefix").toMatchObject({ kind: "order", id: order.id });
  expect(await first(variant.sku.toLowerCase())).toMatchObject({
    kind: "product",
    id: variant.product_id,
    detail: variant.sku,
  });
  expect(await first(code?.code.toLowerCase() ?? "")).toMatchObject({
    kind: "promotion",
    id: code?.promotion_id,
  });
  expect(await first(shipment?.tracking_number.toLowerCase() ?? "")).toMatchObject({
    id: shipment?.order_id,
  });
  const numbers = async (q: string) => (await search(q)).map(({ label }) => label);
  expect(await numbers(order.email)).toContain(order.number);
  expect(await numbers(order.phone.replace("+62", "0"))).toContain(order.number);
});

test("a misspelt product name finds similar products", async () => {
  const found = await search("mug jakarat");
  expect(found.map(({ label }) => label)).toContain("Mug Jakarta");
});

test("staff find only what they may read", async () => {
  expect(await search(order.number, ["products.read"])).toEqual([]);
  expect(await search(variant.sku, ["orders.read"])).toEqual([]);
  expect(await search("mug", [])).toEqual([]);
});

test("an empty box shows what the person changed last and may still read", async () => {
  await asSeed()`
    insert into audit_entries (actor_kind, actor_id, action, subject_kind, subject_id, changes)
    values ('person', ${admin.id}, 'products.updated', 'product', ${variant.product_id}, '{}')`;
  expect(await search("")).toMatchObject([{ kind: "product", id: variant.product_id }]);
  expect(await search("", ["orders.read"])).toEqual([]);
});

test("hostile texts find nothing and break nothing", async () => {
  for (const q of [
    "%",
    "_",
    "\\",
    "'; drop table orders",
    "\u{10ffff}",
    "@",
    "-".repeat(500),
    "🙂",
  ]) {
    expect([q, await search(q)]).toEqual([q, []]);
  }
});

test("buyers are found by name, e-mail and phone with the permissions; masked without; not at all without orders", async () => {
  const [person] = await asSeed()<{ id: string; full_name: string; email: string }[]>`
    select p.id, p.full_name, u.email from profiles p join auth.users u on u.id = p.id
    where u.email = 'customer@etalase.test'`;
  if (!person) throw new Error("the demo shop has a customer");
  await asSeed()`update profiles set phone = '+628123450099' where id = ${person.id}`;
  await followBuyers();
  const [buyer] = await asSeed()<{ id: string }[]>`
    select id from buyers where account_id = ${person.id}`;
  const found = async (kind: string, q: string, permissions?: readonly Permission[]) =>
    (await search(q, permissions)).filter((hit) => hit.kind === kind);
  const clear = { kind: "buyer", id: buyer?.id, label: person.full_name, detail: person.email };
  for (const q of [person.full_name.slice(1).toLowerCase(), person.email, "0812 345 0099"]) {
    expect(await found("buyer", q)).toEqual([clear]);
  }
  // Without customers.contact the address is masked, and a name alone finds it.
  expect(await found("buyer", person.full_name, ["customers.read"])).toEqual([
    { ...clear, detail: `${person.email[0]}•••@${person.email.split("@")[1]}` },
  ]);
  expect(await found("buyer", person.email, ["customers.read"])).toEqual([]);
  const customers = (q: string, permissions?: readonly Permission[]) =>
    found("customer", q, permissions);
  const masked = await customers(person.email.toUpperCase(), ["orders.read"]);
  expect(masked).toEqual([
    {
      kind: "customer",
      id: person.id,
      label: person.full_name.replace(/(\p{L})\p{L}*/gu, "$1•••"),
      detail: "",
    },
  ]);
  for (const [name, shown] of [
    ["Дмитрий Иванов", "Д••• И•••"],
    ["王小明", "王•••"],
    ["สมชาย ใจดี", "ส••• ใ•••"],
    ["Ayu-Ñusta d’Élan", "A••• d•••"],
    ["E\u0301lodie", "E•••"],
  ] as const) {
    await asSeed()`update profiles set full_name = ${name} where id = ${person.id}`;
    expect((await customers(person.email, ["orders.read"]))[0]?.label).toBe(shown);
  }
  await asSeed()`update profiles set full_name = ${person.full_name} where id = ${person.id}`;
  // A name that is not fully known leads nobody to a person.
  expect(await customers(person.full_name, ["orders.read"])).toEqual([]);
  expect(await customers(person.email, ["products.read"])).toEqual([]);
  // Staff are not customers.
  expect(await found("buyer", "staff@etalase.test")).toEqual([]);
  expect(await customers("staff@etalase.test", ["orders.read"])).toEqual([]);
});
