import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { copyOrder } from "./copy-order.server.ts";
import { orderDraft } from "./order-draft.server.ts";
import { quoteDraft } from "./quote-draft.server.ts";
import { saveDraft } from "./save-draft.server.ts";

testDatabase({ demo: true, max: 5 });

let seller: Person;
beforeAll(async () => {
  openTestProviders();
  seller = await makeStaff("penjual-salin", "sales");
});

async function copied(id: string) {
  const copy = await copyOrder(seller, id);
  if (!copy) throw new Error("no copy");
  return copy;
}

test("a copy has the goods, the buyer and the address of the order, and makes an order at today's prices", async () => {
  const order = await paidOrder("salin-lagi", [2, 1]);
  await asSeed()`update orders set language = 'en' where id = ${order.id}`;
  const { form, skipped, number } = await copied(order.id);
  expect(skipped).toEqual([]);
  expect(number).toMatch(/\d/);
  expect(form.buyer).toMatchObject({ account_id: order.person.id, language: "en" });
  expect(form.lines).toMatchObject(
    order.lines.map(({ variant_id }, index) => ({
      variant_id,
      quantity: index === 0 ? "2" : "1",
      price: "",
    })),
  );
  const line = order.lines[0]?.variant_id ?? "";
  await asSeed()`delete from sale_prices where variant_id = ${line}`;
  await asSeed()`update product_variants set price = price + 5000 where id = ${line}`;
  const draft = randomUUID();
  expect(await saveDraft(seller, draft, 0, form)).toMatchObject({ ok: true });
  const quote = await quoteDraft(seller, form, "id");
  if (!quote.ok) throw new Error(quote.problem.code);
  const input = {
    revision: 1,
    finish: "link" as const,
    expected_total: quote.value.total,
    hold_hours: 24,
    deposit_percent: null,
  };
  const made = await orderDraft(seller, draft, input);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const [prices] = await asSeed()`
    select l.unit_price, v.price, o.customer_id from order_lines l join product_variants v on v.id = l.variant_id
    join orders o on o.id = l.order_id where o.id = ${made.value.order_id} and v.id = ${line}`;
  expect(prices?.unit_price).toBe(prices?.price);
  expect(prices?.customer_id).toBe(order.person.id);
});

test("lines with a design and lines that are no longer sold are named and left out", async () => {
  const order = await paidOrder("salin-sebagian", [1, 1, 1]);
  const [first, second] = order.lines;
  await asSeed()`
    insert into customisations (order_id, order_line_id, customer_id, name, document)
    values (${order.id}, ${first?.id ?? ""}, ${order.person.id}, 'Nama', '{}')`;
  await asSeed()`update product_variants set archived = true where id = ${second?.variant_id ?? ""}`;
  const { form, skipped } = await copied(order.id);
  expect(form.lines).toHaveLength(1);
  expect(skipped).toHaveLength(2);
});

test("copying stores nothing and is refused without the permissions", async () => {
  const order = await paidOrder("salin-hak", [1]);
  const count = () => asSeed()`select count(*)::int as n from order_drafts`;
  const before = await count();
  await copied(order.id);
  expect(await count()).toEqual(before);
  for (const person of [order.person, demoPerson("customer@etalase.test")]) {
    expect(await copyOrder(person, order.id)).toBeUndefined();
  }
  expect(await copyOrder(await makeStaff("gudang-salin", "warehouse"), order.id)).toBeUndefined();
  expect(await copyOrder(seller, randomUUID())).toBeUndefined();
  expect(await copyOrder(seller, "x")).toBeUndefined();
});
