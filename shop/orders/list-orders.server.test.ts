import { beforeAll, expect, test } from "vitest";
import type { SqlFragment } from "#db/client.server.ts";
import { readListState } from "#shop/staff/filters/list-state.ts";
import { demoPerson } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listStaffOrders, type StaffOrderList, staffOrdersPerPage } from "./list-orders.server.ts";
import { type OrderStage, orderStages } from "./order.ts";
import { orderFields, orderSorts } from "./order-fields.ts";
import { listOrderOptions } from "./order-options.server.ts";

testDatabase({ demo: true, max: 2 });
const admin = demoPerson("admin@etalase.test");
async function list(params: Record<string, string> = {}, actor = admin): Promise<StaffOrderList> {
  const state = readListState(new URLSearchParams(params), orderFields, orderSorts);
  if (!state.ok) throw new Error(JSON.stringify(state.problem));
  const listed = await listStaffOrders(actor, state.value);
  if (!listed.ok) throw new Error(JSON.stringify(listed.problem));
  return listed.value;
}
const numbers = ({ orders }: StaffOrderList) => orders.map(({ number }) => number);

let some: { id: string; number: string; email: string; phone: string; recipient: string };
beforeAll(async () => {
  const [order] = await asSeed()<(typeof some)[]>`
    select id, number, email, phone, recipient from orders where number is not null
    order by created_at, id limit 1`;
  if (!order) throw new Error("the demo shop has orders");
  some = order;
});

test("each stage lists its orders, and the counts agree", async () => {
  const all = await list();
  expect(all.orders.length).toBeGreaterThan(5);
  const found = await Promise.all(
    orderStages.map((stage) => list({ filter: `stage.any:${stage}` })),
  );
  for (const [place, stage] of orderStages.entries()) {
    expect(
      new Set(found[place]?.orders.map((order) => order.stage) satisfies OrderStage[] | undefined),
    ).toEqual(new Set(found[place]?.orders.length ? [stage] : []));
    expect(found[place]?.orders).toHaveLength(
      Math.min(all.counts?.[stage] ?? -1, staffOrdersPerPage),
    );
  }
});

test("a search finds an order by number, e-mail, the end of a phone number, name and tracking number", async () => {
  const [shipment] = await asSeed()<{ tracking_number: string; number: string }[]>`
    select h.tracking_number, o.number from shipments h join orders o on o.id = h.order_id limit 1`;
  for (const q of [
    some.number.toLowerCase(),
    some.email.toUpperCase(),
    some.phone.slice(-6),
    some.phone.replace("+62", "0"),
    some.recipient.slice(1).toUpperCase(),
  ]) {
    expect([q, numbers(await list({ q })).includes(some.number)]).toEqual([q, true]);
  }
  if (shipment) {
    expect(numbers(await list({ q: shipment.tracking_number.toLowerCase() }))).toContain(
      shipment.number,
    );
  }
  for (const q of ["zzzzqqq", "%", "_%_", "'; drop table orders", "\u{10ffff}", "0", "@"]) {
    expect([q, numbers(await list({ q }))]).toEqual([q, []]);
  }
});

test("an order is found by a product in it", async () => {
  const [line] = await asSeed()<{ number: string; sku: string }[]>`
    select o.number, v.sku from order_lines l join orders o on o.id = l.order_id
    join product_variants v on v.id = l.variant_id limit 1`;
  expect(numbers(await list({ q: line?.sku ?? "" }))).toContain(line?.number);
});

test("totals and days narrow the list", async () => {
  const [rows] = await asSeed()<{ numbers: string[] }[]>`
    select array_agg(number order by created_at desc, id desc) as numbers from orders where total >= 200000`;
  expect(numbers(await list({ filter: "total.gte:200 rb" }))).toEqual(
    rows?.numbers.slice(0, staffOrdersPerPage),
  );
  expect(numbers(await list({ filter: "created.until:2001-01-01" }))).toEqual([]);
  expect((await list({ filter: "payment.any:paid|refunded" })).counts).toBeNull();
});

test("orders are found by courier, province, product and print", async () => {
  const compare = async (filter: string, expected: readonly { number: string }[]) => {
    const found = await list({ filter });
    expect(expected.length, filter).toBeGreaterThan(0);
    expect(numbers(found), filter).toEqual(
      expected.map(({ number }) => number).slice(0, staffOrdersPerPage),
    );
    expect(found.sum?.orders, filter).toBe(expected.length);
  };
  const sql = asSeed();
  const read = (where: SqlFragment) => sql<{ number: string }[]>`
    select o.number from orders o where ${where} order by o.created_at desc, o.id desc`;
  const [line] = await sql<{ product: string; courier: string; province: string }[]>`
    select v.product_id as product, o.courier, left(o.address ->> 'region_code', 2) as province
    from order_lines l join product_variants v on v.id = l.variant_id join orders o on o.id = l.order_id
    where o.courier <> '' and o.address ? 'region_code' order by o.created_at limit 1`;
  if (!line) throw new Error("the demo shop has orders that are delivered");
  const { product, courier, province } = line;
  await compare(`courier.any:${courier}`, await read(sql`lower(o.courier) = lower(${courier})`));
  await compare(
    `province.none:${province}`,
    await read(sql`left(o.address ->> 'region_code', 2) is distinct from ${province}`),
  );
  await compare(
    `product.any:${product}`,
    await read(sql`exists (select from order_lines l join product_variants v on v.id = l.variant_id
      where l.order_id = o.id and v.product_id = ${product})`),
  );
  await compare(
    "personalised.is:yes",
    await read(sql`exists (select from customisations c where c.order_id = o.id)`),
  );
  const options = await listOrderOptions(
    admin,
    { field: "product", operator: "any", values: [product] },
    "id",
  );
  expect(options.province).toHaveLength(38);
  expect(options.product.map(({ value }) => value)).toEqual([product]);
  expect(options.courier.map(({ value }) => value.toLowerCase())).toContain(courier.toLowerCase());
});

test("a filtered list shows the total of at most 5,000 orders", async () => {
  const [all] = await asSeed()<{ orders: number; total: number }[]>`
    select count(*)::int as orders, sum(total)::bigint as total from orders where total >= 200000`;
  expect((await list({ filter: "total.gte:200 rb" })).sum).toEqual({ ...all, isMore: false });
  expect((await list()).sum).toBeNull();
});

test("staff without the permission see no orders", async () => {
  expect((await list({}, { ...admin, permissions: [] })).orders).toEqual([]);
});

test("the orders of a buyer are found, and its name is known to staff who may read buyers", async () => {
  const sql = asSeed();
  for (let run = 0; run < 20; run++) await sql`select private.follow_buyers()`;
  const rows = await sql<{ id: string; name: string; numbers: string[] }[]>`
    select b.id, b.name, array_agg(o.number order by o.created_at desc, o.id desc) as numbers
    from buyers b join orders o on o.buyer_id = b.id group by b.id order by count(*) desc, b.id limit 2`;
  const [one, two] = rows;
  if (!one || !two) throw new Error("the demo shop has buyers");
  expect(numbers(await list({ filter: `buyer.any:${one.id}` }))).toEqual(one.numbers);
  const both = numbers(await list({ filter: `buyer.any:${one.id}|${two.id}` }));
  expect(new Set(both)).toEqual(new Set([...one.numbers, ...two.numbers]));
  const filter = { field: "buyer", operator: "any", values: [one.id] } as const;
  expect((await listOrderOptions(admin, filter, "id")).buyer).toEqual([
    { value: one.id, label: one.name },
  ]);
  const without = { ...admin, permissions: ["orders.read"] } as const;
  expect((await listOrderOptions(without, filter, "id")).buyer).toEqual([]);
});
