import { beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findPayLink, makePayLink } from "#shop/orders/make-pay-link.server.ts";
import { findTrackedOrder } from "#shop/orders/order-link.server.ts";
import { settleOrder } from "#shop/orders/payments/settlement/settle-order.server.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findOrderToPay, payByLink, settleByLink } from "./pay-by-link.server.ts";

testDatabase({ demo: true, max: 8 });

let seller: Person;
beforeAll(async () => {
  openTestProviders();
  seller = await makeStaff("penjual-tautan", "service");
});

async function waitingOrder(name: string) {
  const { person, addressId } = await makeCustomer(name);
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(person, { lines, address_id: addressId });
  const placed = await placeOrder(person, input, { idempotencyKey: name, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  return { person, id: placed.value.order.id, payment_id: placed.value.payment.id };
}

const network = "203.0.113.9";
const tokenOf = (link: string) => link.split("/").at(-1) ?? "";
const linkOf = async (id: string) => {
  await makePayLink(seller, id, false);
  return tokenOf((await findPayLink(seller, { id })) ?? "");
};
const eventsOf = async (id: string) => {
  const events = await asSeed()<{ kind: string; details: object }[]>`
    select kind, details from order_events
    where order_id = ${id} and kind in ('terms_accepted', 'pay_link_made', 'paid') order by id`;
  return events.map(({ kind }) => kind);
};

test("a pay link pays without signing in, shows no personal data, and stores the accepted terms once", async () => {
  const order = await waitingOrder("Tautan Satu");
  const token = await linkOf(order.id);
  expect(token).toMatch(/^[\w-]{22}$/);
  const shown = await findOrderToPay(token, network, "id");
  expect(shown).toMatchObject({ id: order.id, payment: { offers: expect.any(Array) } });
  const [person] = await asSeed()<{ recipient: string; phone: string; email: string }[]>`
    select recipient, phone, email from orders where id = ${order.id}`;
  for (const known of Object.values(person ?? {})) {
    expect(JSON.stringify(shown)).not.toContain(known);
  }
  expect((await payByLink(token, network, "builtin:va_bca")).ok).toBe(true);
  expect((await payByLink(token, network, "builtin:card")).ok).toBe(true);
  const [payment] = await asSeed()<{ id: string }[]>`
    select id from payments where order_id = ${order.id} order by created_at desc limit 1`;
  await payWith(payment?.id ?? "");
  await settleByLink(token, network);
  expect(await findOrderToPay(token, network, "id")).toMatchObject({
    stage: "processing",
    payment: null,
  });
  expect(await payByLink(token, network, "builtin:card")).toEqual({
    ok: false,
    problem: "order_not_payable",
  });
  expect(await eventsOf(order.id)).toEqual(["pay_link_made", "terms_accepted", "paid"]);
});

test("the counter's methods are not offered by a link, and refused", async () => {
  const order = await waitingOrder("Tautan Dua");
  const token = await linkOf(order.id);
  const shown = await findOrderToPay(token, network, "id");
  if (!shown || shown === "too_many_requests") throw new Error("no order");
  const offered = shown.payment?.offers.map(({ id }) => id) ?? [];
  expect(offered).not.toEqual([]);
  expect(offered.filter((id) => id.startsWith("counter"))).toEqual([]);
  expect(await payByLink(token, network, "counter:cash")).toEqual({
    ok: false,
    problem: "payment_method_not_available",
  });
});

test("a tracking link does not pay, a pay link does not track, and an unknown link finds nothing", async () => {
  const order = await waitingOrder("Tautan Tiga");
  const token = await linkOf(order.id);
  expect(await findTrackedOrder(token, network)).toBeUndefined();
  expect(await findOrderToPay("x".repeat(22), network, "id")).toBeUndefined();
  expect(await findOrderToPay("../", network, "id")).toBeUndefined();
  const [row] = await asSeed()<{ token_hash: Buffer; purpose: string }[]>`
    select token_hash, purpose from private.order_links where order_id = ${order.id} and purpose = 'pay'`;
  expect(row?.token_hash.toString("base64url")).not.toContain(token);
});

test("thirty wrong tokens in ten minutes block a network; valid tokens do not count", async () => {
  const order = await waitingOrder("Tautan Empat");
  const token = await linkOf(order.id);
  const busy = "203.0.113.77";
  for (let n = 0; n < 35; n++) {
    expect(await findOrderToPay(token, busy, "id")).toMatchObject({ id: order.id });
  }
  for (let n = 0; n < 30; n++) await findOrderToPay("y".repeat(22), busy, "id");
  expect(await findOrderToPay(token, busy, "id")).toBe("too_many_requests");
  expect(await findOrderToPay(token, network, "id")).toMatchObject({ id: order.id });
});

test("a pay link needs orders.draft and an unpaid order; the mail about the order has the link", async () => {
  const order = await waitingOrder("Tautan Lima");
  const warehouse = await makeStaff("gudang-tautan", "warehouse");
  expect(await makePayLink(warehouse, order.id, false)).toEqual({
    ok: false,
    problem: "not_permitted",
  });
  expect(await makePayLink(seller, order.id, true)).toEqual({ ok: true, value: null });
  const link = await findPayLink(seller, order);
  const [mail] = await asSeed()<{ body: string }[]>`
    select to_jsonb(m)::text as body from private.outbox m where dedupe_key = ${`order:awaiting_payment:${order.id}`}`;
  expect(mail?.body).toContain(link ?? "no link");
  await payWith(order.payment_id);
  await settleOrder(order.person, order.id);
  expect(await makePayLink(seller, order.id, false)).toEqual({
    ok: false,
    problem: "order_not_payable",
  });
});

test("an order to pay in cash on delivery is not shown as paid, and its fee is a line of the sum", async () => {
  const order = await waitingOrder("Tautan Enam");
  const token = await linkOf(order.id);
  expect(await payByLink(token, network, "cod:cash")).toMatchObject({ ok: true });
  const shown = await findOrderToPay(token, network, "id");
  if (!shown || shown === "too_many_requests") throw new Error("no order");
  expect(shown).toMatchObject({ payment: null, stage: "processing", is_cash_due: true });
  expect(shown.payment_fee).toBeGreaterThan(0);
  const goods = shown.lines.reduce((sum, { total }) => sum + total, 0);
  expect(goods + shown.shipping + shown.payment_fee).toBe(shown.total);
});

test("the deduction that identifies a transfer is a line of the sum", async () => {
  const order = await waitingOrder("Tautan Tujuh");
  const token = await linkOf(order.id);
  expect(await payByLink(token, network, "transfer:bank")).toMatchObject({ ok: true });
  const shown = await findOrderToPay(token, network, "id");
  if (!shown || shown === "too_many_requests") throw new Error("no order");
  expect(shown).toMatchObject({ is_cash_due: false });
  expect(shown.payment_fee).toBeLessThan(0);
  const goods = shown.lines.reduce((sum, { total }) => sum + total, 0);
  expect(goods + shown.shipping + shown.payment_fee).toBe(shown.total);
});

test("concurrent requests record the accepted terms once", async () => {
  const order = await waitingOrder("Tautan Delapan");
  const token = await linkOf(order.id);
  await Promise.all([1, 2, 3].map(() => payByLink(token, network, "builtin:va_bca")));
  expect(await eventsOf(order.id)).toEqual(["pay_link_made", "terms_accepted"]);
});
