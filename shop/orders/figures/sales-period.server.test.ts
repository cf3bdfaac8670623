import { beforeAll, expect, test } from "vitest";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { payFor } from "#tests/support/builders/orders.ts";
import { makeCustomer, openTestProviders, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findSalesPeriod } from "./sales-period.server.ts";
import { changeOf, readPeriod } from "./sales-period.ts";

testDatabase({ demo: true, max: 4 });
beforeAll(openTestProviders);

/** Makes a paid order with this creation time. @param moment SQL expression */
async function soldAt(name: string, moment: string, pieces: number[]) {
  const { person, addressId } = await makeCustomer(name);
  const order = await payFor(person, addressId, name, pieces);
  const [moved] = await asSeed()<{ total: number }[]>`
    update orders set created_at = ${asSeed().unsafe(moment)} where id = ${order.id} returning total`;
  return { ...order, total: moved?.total ?? 0 };
}
const zone = "Asia/Jayapura";
const midnight = (days: number) =>
  `(((now() at time zone '${zone}')::date - ${days})::timestamp at time zone '${zone}')`;

test("a period and the one before are counted by days in the shop's time zone", async () => {
  const admin = await provenAdmin();
  await asSeed()`update orders set created_at = created_at - interval '400 days'`;
  const first = await soldAt("hari-pertama", midnight(6), [1]);
  const before = await soldAt("sehari-sebelum", `${midnight(6)} - interval '1 second'`, [2]);
  const oldest = await soldAt("tertua", midnight(13), [1]);
  await soldAt("terlalu-tua", `${midnight(13)} - interval '1 second'`, [1]);
  const period = await findSalesPeriod(admin, zone, 7);
  expect(period?.days).toHaveLength(7);
  expect(period?.days[0]).toMatchObject({ orders: 1, amount: first.total });
  expect(period?.sum).toEqual({ orders: 1, amount: first.total });
  expect(period?.before).toEqual({ orders: 2, amount: before.total + oldest.total });
  expect(await findSalesPeriod({ ...admin, permissions: ["orders.read"] }, zone, 7)).toBeNull();
});

test("best sellers of a period are ordered by pieces sold minus pieces refunded", async () => {
  const admin = await provenAdmin();
  await asSeed()`update orders set created_at = created_at - interval '400 days'`;
  const many = await soldAt("banyak", midnight(1), [3, 1]);
  await soldAt("di-luar", midnight(7), [9]);
  const names = await asSeed()<{ product_id: string; pieces: number; amount: number }[]>`
    select product_id, sum(quantity)::int as pieces, sum(total)::bigint as amount from order_lines
    where order_id = ${many.id} group by 1 order by 2 desc, 3 desc, 1`;
  const best = async () =>
    (await findSalesPeriod(admin, zone, 7))?.best.map(({ name: _, ...rest }) => rest);
  expect(await best()).toEqual([...names]);
  const [line] = many.lines;
  await refundOrder(admin, {
    order_id: many.id,
    key: "terlaris-1",
    lines: [{ order_line_id: line?.id ?? "", quantity: 3 }],
    shipping: 0,
    fee: 0,
    goodwill: 0,
    channel: "bank_transfer",
    reason: "customer",
    restock: true,
    notify: false,
    note: "",
  });
  const left = await best();
  expect(left?.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(1);
});

test("a change is a percentage of the period before", () => {
  expect([changeOf(150, 100), changeOf(50, 100), changeOf(5, 0)]).toEqual([50, -50, null]);
  expect([readPeriod("7"), readPeriod("90"), readPeriod("8"), readPeriod(null)]).toEqual([
    7, 90, 30, 30,
  ]);
});
