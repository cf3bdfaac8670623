import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { findPayLink, makePayLink } from "#shop/orders/make-pay-link.server.ts";
import { findOrderToPay } from "#shop/orders/payments/by-link/pay-by-link.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { mailsAbout, newestMail } from "#tests/support/builders/orders.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  payWith,
  setStock,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { copyToReplace } from "./copy-order.server.ts";
import type { DraftForm } from "./draft.ts";
import { orderDraft } from "./order-draft.server.ts";
import { quoteDraft } from "./quote-draft.server.ts";
import { findReplacingDraft } from "./read-drafts.server.ts";
import { dropDraft, saveDraft } from "./save-draft.server.ts";

testDatabase({ demo: true, max: 10 });

let seller: Person;
let variant = "";

beforeAll(async () => {
  openTestProviders();
  seller = await makeStaff("penjual-ganti", "sales");
  variant = await variantInStock();
  await asSeed()`delete from sale_prices`;
  await asSeed()`update promotions set enabled = false where automatic`;
  await asSeed()`
    update promotions p set enabled = true, per_customer_limit = 1, usage_limit = 1 from promo_codes c
    where c.promotion_id = p.id and c.code = 'HEMAT10'`;
});
beforeEach(() => setStock(variant, 3));

/** An unpaid order of all three pieces with a promo code that has one use. */
async function unpaidOrder(name: string, payment_method?: string) {
  const { person, addressId } = await makeCustomer(name);
  const input = await orderInput(person, {
    lines: [{ variant_id: variant, quantity: 3 }],
    promo_codes: ["HEMAT10"],
    address_id: addressId,
    ...(payment_method ? { payment_method } : {}),
  });
  const remarks = { note: "Tolong cepat", gift: { message: "Selamat", from: "Ayah" } };
  const placed = await placeOrder(
    person,
    { ...input, remarks },
    { idempotencyKey: name, language: "id" },
  );
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  return { person, id: placed.value.order.id, paymentId: placed.value.payment?.id ?? "" };
}

async function formFor(id: string): Promise<DraftForm> {
  const copy = await copyToReplace(seller, id);
  if (!copy) throw new Error("no copy");
  return copy.form;
}

async function draftFor(id: string, change: (form: DraftForm) => DraftForm = (form) => form) {
  const form = change(await formFor(id));
  const draft = randomUUID();
  expect(await saveDraft(seller, draft, 0, form, id)).toEqual({ ok: true, value: { revision: 1 } });
  const quote = await quoteDraft(seller, form, "id", id);
  if (!quote.ok) throw new Error(quote.problem.code);
  return { draft, quote: quote.value };
}

const finishing = (expected_total: number, finish: "link" | "cash" = "link") => ({
  revision: 1,
  finish,
  expected_total,
  hold_hours: 24,
  deposit_percent: null,
});

const statusOf = async (id: string) => {
  const [order] = await asSeed()<{ status: string }[]>`select status from orders where id = ${id}`;
  return order?.status;
};
const usesOf = async () => {
  const [promo] = await asSeed()<{ uses: number }[]>`
    select count(*)::int as uses from promo_redemptions r where r.code = 'HEMAT10' and r.status = 'claimed'`;
  return promo?.uses;
};
const ordersOf = async (id: string) => {
  const rows = await asSeed()<{ id: string }[]>`
    select id from orders where customer_id = ${id} order by created_at`;
  return rows.map((row) => row.id);
};

/** Releases the pieces and the promo code for the next test. */
async function cancelForNextTest(id: string) {
  await cancelOrder(seller, id, "staff");
}

test("a replacement takes over pieces, code, gift and buyer, cancels the order and mails the new link once", async () => {
  const order = await unpaidOrder("Ganti Satu");
  await makePayLink(seller, order.id, false);
  const oldLink = (await findPayLink(seller, { id: order.id }))?.split("/").at(-1) ?? "";
  const { draft, quote } = await draftFor(order.id, (form) => ({
    ...form,
    lines: form.lines.map((line) => ({ ...line, quantity: "2" })),
  }));
  expect(quote.problems).toEqual([]);
  expect(quote.discount).toBeGreaterThan(0);
  expect(await findReplacingDraft(seller, order.id)).toBe(draft);
  // Neither the draft nor its price change the order.
  expect([await statusOf(order.id), await usesOf()]).toEqual(["awaiting_payment", 1]);

  const [first, second] = await Promise.all([
    orderDraft(seller, draft, finishing(quote.total)),
    orderDraft(seller, draft, finishing(quote.total)),
  ]);
  if (!first.ok || !second.ok) throw new Error(JSON.stringify([first, second]));
  const made = first.value.order_id;
  expect(second.value.order_id).toBe(made);
  expect(await ordersOf(order.person.id)).toEqual([order.id, made]);
  expect([await statusOf(order.id), await statusOf(made)]).toEqual([
    "canceled",
    "awaiting_payment",
  ]);
  expect(await stockOf(variant)).toMatchObject({ available: 1, held: 2 });
  expect(await usesOf()).toBe(1);
  const [stored] = await asSeed()`
    select note, gift_message, gift_from, total from orders where id = ${made}`;
  expect(stored).toEqual({
    note: "Tolong cepat",
    gift_message: "Selamat",
    gift_from: "Ayah",
    total: quote.total,
  });
  expect(await mailsAbout(order.id)).not.toContain("canceled");
  expect(await mailsAbout(made)).toEqual(["awaiting_payment"]);
  const seen = await findOrder(order.person, order.id, "id");
  const next = await findOrder(order.person, made, "id");
  expect(seen?.events.at(-1)).toMatchObject({
    kind: "replaced",
    details: { order_id: made, number: next?.number },
  });
  expect(next?.events.some(({ kind }) => kind === "replaces")).toBe(true);
  expect((await newestMail(made, "awaiting_payment"))?.text).toContain(`Menggantikan pesanan`);
  expect((await newestMail(made, "awaiting_payment"))?.text).toContain(seen?.number);
  expect(await findOrderToPay(oldLink, "203.0.113.7", "id")).toMatchObject({ id: made });
  expect(await findBreaches()).toEqual([]);
  await cancelForNextTest(made);
});

test("a refused replacement leaves the order, its pieces and its code as they were", async () => {
  const order = await unpaidOrder("Ganti Dua");
  const { draft, quote } = await draftFor(order.id, (form) => ({
    ...form,
    lines: form.lines.map((line) => ({ ...line, quantity: "4" })),
  }));
  expect(quote.problems).toMatchObject([{ code: "not_enough_stock" }]);
  expect(await orderDraft(seller, draft, finishing(quote.total))).toMatchObject({
    ok: false,
    problem: { code: "cart_problems" },
  });
  expect(await statusOf(order.id)).toBe("awaiting_payment");
  expect(await stockOf(variant)).toMatchObject({ available: 0, held: 3 });
  expect(await usesOf()).toBe(1);
  await cancelForNextTest(order.id);
});

test("an order that was paid after its draft was saved is not replaced", async () => {
  const order = await unpaidOrder("Ganti Tiga");
  const { draft, quote } = await draftFor(order.id);
  await payWith(order.paymentId);
  await settlePayment(order.paymentId);
  expect(await orderDraft(seller, draft, finishing(quote.total))).toEqual({
    ok: false,
    problem: { code: "replaced_order_paid" },
  });
  expect(await statusOf(order.id)).toBe("placed");
  expect(await ordersOf(order.person.id)).toEqual([order.id]);
  await cancelForNextTest(order.id);
});

test("a concurrent payment and replacement result in either the paid order or a new one", async () => {
  const order = await unpaidOrder("Ganti Empat");
  const { draft, quote } = await draftFor(order.id);
  await payWith(order.paymentId);
  const [made] = await Promise.all([
    orderDraft(seller, draft, finishing(quote.total)),
    settlePayment(order.paymentId),
  ]);
  const statuses = await Promise.all((await ordersOf(order.person.id)).map(statusOf));
  expect(statuses).toEqual(made.ok ? ["canceled", "awaiting_payment"] : ["placed"]);
  expect(await findBreaches()).toEqual([]);
  await Promise.all((await ordersOf(order.person.id)).map(cancelForNextTest));
});

test("an order with an unchecked proof of transfer is not replaced", async () => {
  const order = await unpaidOrder("Ganti Lima", "transfer:bank");
  await asSeed()`update payments set proof_at = now() where order_id = ${order.id}`;
  const { draft, quote } = await draftFor(order.id);
  expect(await orderDraft(seller, draft, finishing(quote.total))).toEqual({
    ok: false,
    problem: { code: "replaced_order_paid" },
  });
  await cancelForNextTest(order.id);
});

test("an order with cash on delivery can be replaced until it is packed", async () => {
  const order = await unpaidOrder("Ganti Enam", "cod:cash");
  const { draft, quote } = await draftFor(order.id);
  await asSeed()`update orders set packed_at = now() where id = ${order.id}`;
  expect(await orderDraft(seller, draft, finishing(quote.total))).toEqual({
    ok: false,
    problem: { code: "replaced_order_closed" },
  });
  await asSeed()`update orders set packed_at = null where id = ${order.id}`;
  const made = await orderDraft(seller, draft, finishing(quote.total));
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  expect(await statusOf(order.id)).toBe("canceled");
  expect(await stockOf(variant)).toMatchObject({ available: 0, held: 3 });
  await cancelForNextTest(made.value.order_id);
});

test("an order has at most one open replacement draft, and dropping it allows another", async () => {
  const order = await unpaidOrder("Ganti Tujuh");
  const { draft } = await draftFor(order.id);
  const form = await formFor(order.id);
  expect(await saveDraft(seller, randomUUID(), 0, form, order.id)).toEqual({
    ok: false,
    problem: { code: "replaced_already" },
  });
  await dropDraft(seller, draft);
  expect(await saveDraft(seller, randomUUID(), 0, form, order.id)).toMatchObject({ ok: true });
  await cancelForNextTest(order.id);
});

test("staff who may not cancel orders neither copy one for replacement nor replace it", async () => {
  const order = await unpaidOrder("Ganti Delapan");
  const limited: Person = { ...seller, permissions: ["orders.read", "orders.draft"] };
  expect(await copyToReplace(limited, order.id)).toBeUndefined();
  const { draft, quote } = await draftFor(order.id);
  await asSeed()`
    insert into staff_roles (id, name, permissions) values ('draft-only', 'Draf', '{orders.read,orders.draft}')`;
  const drafter = await makeStaff("penjual-draf", "sales");
  await asSeed()`update profiles set staff_role = 'draft-only' where id = ${drafter.id}`;
  const made = await orderDraft(
    { ...drafter, permissions: limited.permissions },
    draft,
    finishing(quote.total),
  );
  expect(made).toEqual({ ok: false, problem: { code: "not_permitted" } });
  expect(await statusOf(order.id)).toBe("awaiting_payment");
  await cancelForNextTest(order.id);
});

test("a canceled order is replaced without a second cancellation", async () => {
  const order = await unpaidOrder("Ganti Sembilan");
  const { draft, quote } = await draftFor(order.id);
  await cancelOrder(seller, order.id, "staff");
  const made = await orderDraft(seller, draft, finishing(quote.total));
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  const cancellations = await asSeed()`
    select reason from order_cancellations where order_id = ${order.id}`;
  expect(cancellations).toHaveLength(1);
  await cancelForNextTest(made.value.order_id);
});
