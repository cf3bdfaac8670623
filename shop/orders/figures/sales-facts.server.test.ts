import { beforeAll, beforeEach, expect, test } from "vitest";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { followBuyers } from "#shop/customers/buyers/follow-buyers.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { moveMoney } from "#tests/support/builders/ledger-moves.ts";
import { giveMoneyBack, paidOrder, waitingOrder } from "#tests/support/builders/orders.ts";
import { askDearer, orderLettered } from "#tests/support/builders/revisions.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  payWith,
  provenAdmin,
} from "#tests/support/builders/shop.ts";
import { salesBreaches } from "#tests/support/oracles/sales-oracle.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import { followSales } from "./follow-sales.server.ts";
import { findSalesDifferences, proveSales } from "./prove-sales.server.ts";

testDatabase({ demo: true, max: 8 });
beforeAll(async () => {
  openTestProviders();
  // The cost of a fact never changes after its first computation.
  await asSeed()`
    insert into variant_costs (variant_id, cost, valid_from)
    select id, price / 2, now() - interval '200 days' from product_variants order by id limit 90`;
  await asSeed()`delete from sales_facts`;
  await asSeed()`delete from sales_rollups`;
  await asSeed()`insert into private.sales_changes (order_id) select id from orders`;
  await followBuyers();
});
beforeEach(() => followSales());

const queued = async () => (await asSeed()`select from private.sales_changes`).length;
const differences = () => findSalesDifferences(asSeed(), "2020-01-01", "2035-01-01");

interface Row {
  starts: string;
  orders: number;
  net: number;
  back: number;
  other_back: number;
}
const rowsOf = (dimension: string, period: string) =>
  asSeed()<Row[]>`
    select starts::text, key, orders, net, back, other_back from sales_rollups
    where dimension = ${dimension} and period = ${period} order by starts, key`;
const allRows = () =>
  asSeed()`
    select *, starts::text as day from sales_rollups
    where (orders, pieces, pieces_back, net, shipping, fee, back, other_back, tax, base, cost, uncosted)
      <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) order by dimension, period, sales_rollups.starts, key`;

test("the figures of the demo shop equal its ledgers", async () => {
  expect(await queued()).toBe(0);
  expect(await salesBreaches()).toEqual([]);
  expect(await differences()).toEqual([]);
  const years = await rowsOf("all", "y");
  expect(years.reduce((sum, { orders }) => sum + orders, 0)).toBeGreaterThan(100);
});

test("an order that awaits payment has no figures and adds no row to the queue", async () => {
  const id = await waitingOrder(demoPerson("customer@etalase.test"), "transfer:bank");
  expect(await queued()).toBe(0);
  await followSales();
  expect(await asSeed()`select from sales_facts where order_id = ${id}`).toHaveLength(0);
});

test("facts and rollups equal the ledgers after random payments and refunds", async () => {
  const seed = isWholeRun ? Date.now() % 1e6 : 20_261_201;
  const random = new SeededRandom(seed);
  for (let round = 0; round < 4; round++) {
    await moveMoney(random, isWholeRun ? 200 : 40);
    await followSales();
    expect(await salesBreaches(), `seed ${seed}, round ${round}`).toEqual([]);
    expect(await differences(), `seed ${seed}, round ${round}`).toEqual([]);
  }
});

test("an aborted run changes nothing, and the next run processes its changes", async () => {
  const seed = isWholeRun ? Date.now() % 1e6 : 7;
  const random = new SeededRandom(seed);
  let aborted = 0;
  for (let limit = 1; limit <= 40; limit += 3) {
    await moveMoney(random, 8);
    const before = [await allRows(), await queued()];
    const run = asSeed().begin(async (tx) => {
      await tx`select set_config('statement_timeout', ${String(limit)}, true)`;
      await tx`select private.follow_sales()`;
    });
    const isAborted = await run.then(
      () => false,
      () => true,
    );
    if (isAborted) {
      aborted++;
      expect([await allRows(), await queued()], `limit ${limit} ms`).toEqual(before);
    }
    await Promise.all([followSales(), followSales(), followSales()]);
    await followSales();
    expect(await queued()).toBe(0);
    expect(await salesBreaches(), `seed ${seed}, limit ${limit} ms`).toEqual([]);
  }
  expect(aborted).toBeGreaterThan(0);
});

test("a day ends at midnight in the shop's time zone, and a new time zone moves orders to other days", async () => {
  const { id } = await paidOrder("tengah-malam", [1]);
  const dayOf = async () => {
    await followSales();
    const [row] = await asSeed()<{ day: string }[]>`
      select day::text from sales_facts where order_id = ${id} and kind = 'order'`;
    return row?.day;
  };
  await asSeed()`update orders set placed_at = '2026-05-31 23:59:59.999+07' where id = ${id}`;
  expect(await dayOf()).toBe("2026-05-31");
  await asSeed()`update orders set placed_at = '2026-06-01 00:00:00+07' where id = ${id}`;
  expect(await dayOf()).toBe("2026-06-01");
  await asSeed()`update orders set placed_at = '2026-05-31 23:59:59.999+07' where id = ${id}`;
  await asSeed()`update shop_settings set time_zone = 'Asia/Jayapura'`;
  expect(await dayOf()).toBe("2026-06-01");
  expect(await salesBreaches()).toEqual([]);
  await asSeed()`update shop_settings set time_zone = 'Asia/Jakarta'`;
  expect(await dayOf()).toBe("2026-05-31");
  expect(await salesBreaches()).toEqual([]);
});

test("a refund counts in the month in which the money goes back", async () => {
  const admin = await provenAdmin();
  const { id, lines } = await paidOrder("bulan-depan", [2, 1]);
  await asSeed()`update orders set placed_at = placed_at - interval '70 days' where id = ${id}`;
  await followSales();
  const before = await rowsOf("all", "m");
  const refunded = await refundOrder(admin, {
    order_id: id,
    key: "bulan-depan",
    lines: [{ order_line_id: lines[0]?.id ?? "", quantity: 1 }],
    shipping: 0,
    fee: 0,
    goodwill: 0,
    channel: "original",
    reason: "customer",
    restock: true,
    notify: false,
    note: "",
  });
  expect(refunded.ok).toBe(true);
  await followSales();
  expect(await rowsOf("all", "m")).toEqual(before);
  await giveMoneyBack(id);
  await followSales();
  const after = await rowsOf("all", "m");
  const changed = after.filter((row, n) => JSON.stringify(row) !== JSON.stringify(before[n]));
  expect(changed).toHaveLength(1);
  expect(changed[0]?.starts).toBe(after.at(-1)?.starts);
  expect((changed[0]?.back ?? 0) - (before.at(-1)?.back ?? 0)).toBe(
    Math.ceil((lines[0]?.total ?? 0) / 2),
  );
  expect(await salesBreaches()).toEqual([]);
});

test("a canceled cash-on-delivery order subtracts its whole sale on the day of the cancellation", async () => {
  const before = await rowsOf("all", "y");
  const id = await waitingOrder(demoPerson("customer@etalase.test"), "cod:cash");
  await followSales();
  const placed = await rowsOf("all", "y");
  expect(placed.at(-1)?.orders).toBe((before.at(-1)?.orders ?? 0) + 1);
  const canceled = await cancelOrder(demoPerson("customer@etalase.test"), id, "customer");
  expect(canceled.ok).toBe(true);
  await followSales();
  const [sum] = await asSeed()<{ kept: number }[]>`
    select sum(net + shipping + fee - back - other_back)::bigint as kept from sales_facts where order_id = ${id}`;
  expect(sum?.kept).toBe(0);
  expect(await salesBreaches()).toEqual([]);
});

test("a supplement adds its amount, but no order and no piece", async () => {
  const buyer = demoPerson("customer@etalase.test");
  const design = await orderLettered(buyer, demoPerson("staff@etalase.test"), { quantity: 2 });
  await followSales();
  const [before] = await rowsOf("all", "y").then((rows) => rows.slice(-1));
  const { order } = await askDearer(buyer, design, "Raniati", 6_000);
  const opened = await payAgain(buyer, order, "builtin:card");
  if (!opened.ok) throw new Error(opened.problem);
  await payWith(opened.value.payment_id);
  await settlePayment(opened.value.payment_id);
  await followSales();
  const [after] = await rowsOf("all", "y").then((rows) => rows.slice(-1));
  expect(after?.orders).toBe(before?.orders);
  expect((after?.net ?? 0) - (before?.net ?? 0)).toBe(6_000);
  const [fact] = await asSeed()<{ pieces: number }[]>`
    select sum(pieces)::int as pieces from sales_facts where order_id = ${order}`;
  expect(fact?.pieces).toBe(0);
  expect(await salesBreaches()).toEqual([]);
});

test("figures do not change when a buyer is erased or categories are reordered", async () => {
  const { person } = await makeCustomer("pamit");
  const { id } = await paidOrder("pamit-dua", [1]);
  await asSeed()`update orders set customer_id = ${person.id} where id = ${id}`;
  await followBuyers();
  await followSales();
  const [fact] = await asSeed()<{ customer_type: string }[]>`
    select customer_type from sales_facts where order_id = ${id} and kind = 'order'`;
  expect(fact?.customer_type).toBe("new");
  const before = await allRows();
  await asSeed()`select private.erase_person(${person.id})`;
  await asSeed()`update categories set position = -position`;
  await asSeed()`insert into private.sales_changes (order_id) select id from orders`;
  await followSales();
  expect(await allRows()).toEqual(before);
  await asSeed()`update categories set position = -position`;
});

test("the nightly proof finds a difference, stores its day and repairs it", async () => {
  expect(await proveSales()).toEqual([]);
  const before = await allRows();
  const { id } = await paidOrder("berbeda", [1]);
  await followSales();
  const whole = await allRows();
  await asSeed()`update sales_facts set net = net - 7, gross = gross - 7 where order_id = ${id} and kind = 'goods'`;
  await asSeed()`
    update sales_rollups set cost = cost + 1
    where dimension = 'source' and period = 'd' and starts = (select max(day) from sales_facts)`;
  const found = await proveSales();
  expect(found.map(({ kind }) => kind).sort()).toEqual(expect.arrayContaining(["rollup", "sold"]));
  expect(await asSeed()`select from private.sales_differences`).toHaveLength(1);
  await followSales();
  expect(await allRows()).toEqual(whole);
  expect(whole.length).toBeGreaterThan(before.length - 1);
  expect(await proveSales()).toEqual([]);
  expect(await asSeed()`select from private.sales_differences`).toHaveLength(0);
});

test("rollups that are rebuilt from the facts equal those that the job updated", async () => {
  const before = await allRows();
  const months = await asSeed()<{ month: string }[]>`
    select distinct date_trunc('month', day)::date::text as month from sales_facts`;
  for (const { month } of months) await asSeed()`select private.rebuild_sales(${month}::date)`;
  expect(await allRows()).toEqual(before);
  await asSeed()`
    insert into private.sales_months (month) select distinct date_trunc('month', day) from sales_facts`;
  await followSales();
  expect(await asSeed()`select from private.sales_months`).toHaveLength(0);
  expect(await allRows()).toEqual(before);
});
