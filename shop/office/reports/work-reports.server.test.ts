import { beforeAll, expect, test } from "vitest";
import { followSales } from "#shop/orders/figures/follow-sales.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import { receivedOrder } from "#tests/support/builders/orders.ts";
import { openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { Report } from "./report.ts";
import { readReturns } from "./returns-report.server.ts";
import { readStockValue } from "./stock-value.server.ts";

testDatabase({ demo: true, max: 6 });
beforeAll(openTestProviders);

const figuresOf = ({ figures }: Report) =>
  Object.fromEntries(figures.map(({ name, value }) => [name, value]));
/** Around today, whatever the shop's time zone. */
async function aroundToday() {
  const [range] = await asSeed()<{ from: string; until: string }[]>`
    select (current_date - 1)::text as from, (current_date + 1)::text as until`;
  if (!range) throw new Error("no days");
  return range;
}

test("the value of the stock is at the newest cost, and its sums count the rows beyond the limit", async () => {
  const [variant] = await asSeed()<{ id: string }[]>`
    select variant_id as id from stock_items where on_hand > 0 order by variant_id limit 1`;
  await asSeed()`
    insert into variant_costs (variant_id, cost) select ${variant?.id ?? ""}, c from unnest('{1000,2500}'::bigint[]) c`;
  const [sums] = await asSeed()<{ pieces: number; at_cost: number; at_price: number }[]>`
    select sum(i.on_hand)::bigint as pieces, (sum(i.on_hand) filter (where i.variant_id = ${variant?.id ?? ""}) * 2500)::bigint as at_cost,
      sum(i.on_hand * v.price)::bigint as at_price
    from stock_items i join product_variants v on v.id = i.variant_id where i.on_hand > 0`;
  const all = await readStockValue(1_000, "id");
  expect(all.rows.length).toBeGreaterThan(1);
  expect(figuresOf(all)).toEqual(sums);
  const cut = await readStockValue(1, "id");
  expect([cut.rows.length, cut.isCut]).toEqual([1, true]);
  expect(figuresOf(cut)).toEqual(sums);
});

test("stock of products without a category has an empty name, unlike stock of a deleted category", async () => {
  const [variant] = await asSeed()<{ product_id: string; on_hand: number }[]>`
    select v.product_id, i.on_hand from stock_items i join product_variants v on v.id = i.variant_id
    where i.on_hand > 0 order by v.id limit 1`;
  const product = variant?.product_id ?? "";
  await asSeed()`delete from product_categories where product_id = ${product}`;
  const { columns, rows } = await readStockValue(1_000, "id");
  expect(columns[0]).toEqual({ name: "name", kind: "category" });
  expect(rows.map(([name]) => name)).toContain("");
  expect(rows.every(([name]) => name !== null)).toBe(true);
});

test("returns count by product and reason, without declined ones, also beyond the limit", async () => {
  const order = await receivedOrder("laporan-retur", [3, 2]);
  for (const [index, line] of order.lines.entries()) {
    const asked = await requestReturn(order.person, {
      order_id: order.id,
      key: `laporan-${index}`,
      kind: "claim",
      reason: index === 0 ? "damaged" : "misprinted",
      note: "Rusak di sudut.",
      wish: "refund",
      lines: [{ order_line_id: line.id, quantity: 2 }],
    });
    if (!asked.ok) throw new Error(JSON.stringify(asked.problem));
  }
  await followSales();
  const [expected] = await asSeed()<{ value: number }[]>`
    select sum(round(l.total::numeric * n.quantity / l.quantity))::bigint as value
    from return_lines n join order_lines l on l.id = n.order_line_id where l.order_id = ${order.id}`;
  const range = await aroundToday();
  const report = await readReturns(range, 100, "id");
  expect(figuresOf(report)).toEqual({ pieces_back: 4, value: expected?.value });
  const reason = report.columns.findIndex(({ name }) => name === "reason");
  expect(report.rows.map((row) => row[reason]).sort()).toEqual(["damaged", "misprinted"]);
  const cut = await readReturns(range, 1, "id");
  expect([cut.rows.length, cut.isCut]).toEqual([1, true]);
  expect(figuresOf(cut)).toEqual(figuresOf(report));
  await asSeed()`update returns set status = 'declined' where order_id = ${order.id} and reason = 'damaged'`;
  expect(figuresOf(await readReturns(range, 100, "id"))).toMatchObject({ pieces_back: 2 });
});
