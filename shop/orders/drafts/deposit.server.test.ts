import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { followSales } from "#shop/orders/figures/follow-sales.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { packOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { invoicePayment } from "#shop/orders/invoice/invoice-payment.ts";
import { findPayLink, makePayLink } from "#shop/orders/make-pay-link.server.ts";
import { receiveMoney } from "#shop/orders/payments/at-counter/receive-money.server.ts";
import { remindBalances } from "#shop/orders/payments/attempts/remind-balances.server.ts";
import { findOrderToPay, payByLink } from "#shop/orders/payments/by-link/pay-by-link.server.ts";
import { confirmReceipt } from "#shop/orders/payments/settlement/confirm-receipt.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { methodName } from "#shop/settings/payment-methods/methods.server.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { giveMoneyBack, mailsAbout, newestMail } from "#tests/support/builders/orders.ts";
import {
  openTestProviders,
  payWith,
  provenAdmin,
  regularMethodId,
  setStock,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import type { DraftForm } from "./draft.ts";
import { orderDraft } from "./order-draft.server.ts";
import { quoteDraft } from "./quote-draft.server.ts";
import { saveDraft } from "./save-draft.server.ts";

testDatabase({ demo: true, max: 10 });

const network = "203.0.113.30";
let seller: Person;
let admin: Person;
let variant = "";

beforeAll(async () => {
  openTestProviders();
  seller = await makeStaff("penjual-dp", "manager");
  admin = await provenAdmin();
  variant = await variantInStock();
  await setStock(variant, 100);
  await asSeed()`delete from sale_prices`;
  await asSeed()`update promotions set enabled = false where automatic`;
  await asSeed()`
    insert into bank_accounts (bank, number, holder) values ('BCA', '1234567890', 'Toko') on conflict do nothing`;
});
afterEach(async () => {
  expect(await findBreaches()).toEqual([]);
});

const form = (change: Partial<DraftForm> = {}): DraftForm => ({
  source: "whatsapp",
  buyer: {
    name: "Ibu Ratna",
    phone: "0812-3456-7890",
    email: "ratna@pelanggan.test",
    account_id: null,
  },
  lines: [
    { kind: "variant", variant_id: variant, label: "Barang", quantity: "3", price: "50.000" },
  ],
  promo_codes: [],
  discount: null,
  is_pickup: false,
  address: {
    street: "Jl. Braga 1",
    landmark: "",
    region_code: "3273191001",
    region_name: "Bandung",
    postal_code: "40111",
  },
  shipping_method_id: regularMethodId,
  shipping_price: { amount: "10.000", reason: "diantar sendiri" },
  note: "",
  staff_note: "",
  ...change,
});

/** Three pieces of Rp50,000 and delivery of Rp10,000: Rp160,000 with a deposit of Rp80,000. */
async function ordered(
  finish: "link" | "cash" = "link",
  percent: number | null = 50,
  change: Partial<DraftForm> = {},
) {
  const id = randomUUID();
  await saveDraft(seller, id, 0, form(change));
  const quote = await quoteDraft(seller, form(change), "id");
  if (!quote.ok) throw new Error(quote.problem.code);
  const input = { revision: 1, finish, expected_total: quote.value.total, hold_hours: 24 };
  const made = await orderDraft(seller, id, { ...input, deposit_percent: percent });
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return made.value.order_id;
}

const orderOf = async (id: string) => {
  const [order] = await asSeed()`
    select status, payment_status, total, deposit, paid_total, refunded_total, payment_fee, private.amount_due(id) as due
    from orders where id = ${id}`;
  return order;
};
const linkOf = async (id: string) => {
  await makePayLink(seller, id, false);
  return ((await findPayLink(seller, { id })) ?? "").split("/").at(-1) ?? "";
};
const newestPayment = async (id: string) => {
  const [payment] = await asSeed()<{ id: string; amount: number; part: string; status: string }[]>`
    select id, amount, part, status from payments where order_id = ${id} order by created_at desc limit 1`;
  if (!payment) throw new Error("no payment");
  return payment;
};
async function payLink(token: string, orderId: string, method = "builtin:card") {
  const opened = await payByLink(token, network, method);
  if (!opened.ok) throw new Error(opened.problem);
  const payment = await newestPayment(orderId);
  if (method === "builtin:card") {
    await payWith(payment.id);
    await settlePayment(payment.id);
  }
  return payment;
}
async function receive(order_id: string, amount: number, method: "cash" | "transfer" = "cash") {
  const order = await orderOf(order_id);
  return receiveMoney(seller, { order_id, method, amount, paid: order?.paid_total });
}

test("a deposit by link places the order, goods are packed after the balance, and each step is mailed once", async () => {
  const id = await ordered();
  const token = await linkOf(id);
  expect(await findOrderToPay(token, network, "id")).toMatchObject({
    total: 160_000,
    deposit: 80_000,
    due: 80_000,
  });
  expect(await payLink(token, id)).toMatchObject({ amount: 80_000, part: "deposit" });
  expect(await orderOf(id)).toMatchObject({
    status: "placed",
    payment_status: "partially_paid",
    total: 160_000,
    paid_total: 80_000,
    due: 80_000,
  });
  expect(await stockOf(variant)).toMatchObject({ held: 0 });
  expect(await packOrder(seller, id)).toEqual({ ok: false, problem: "order_not_paid" });
  expect(await makePayLink(seller, id, true)).toEqual({ ok: true, value: null });
  expect(await findOrderToPay(token, network, "id")).toMatchObject({
    due: 80_000,
    payment: { payment: null, offers: expect.any(Array) },
  });
  expect(await payLink(token, id)).toMatchObject({ amount: 80_000, part: "balance" });
  expect(await orderOf(id)).toMatchObject({ status: "placed", payment_status: "paid", due: 0 });
  expect(await packOrder(seller, id)).toMatchObject({ ok: true });
  expect(await payByLink(token, network, "builtin:card")).toEqual({
    ok: false,
    problem: "order_not_payable",
  });
  expect(await mailsAbout(id)).toEqual(["deposit_paid", "balance_due", "balance_paid"]);
  const mail = await newestMail(id, "deposit_paid");
  expect(mail?.text).toContain(formatRupiah(80_000, "id"));
  expect((await newestMail(id, "balance_due"))?.text).toContain(`/Pay/${token}`);
});

test("cash at the counter pays the deposit and later the balance; a repeated request changes nothing", async () => {
  const id = await ordered("cash", 30);
  expect(await orderOf(id)).toMatchObject({
    status: "placed",
    deposit: 48_000,
    paid_total: 48_000,
  });
  expect(await receive(id, 160_000)).toEqual({ ok: false, problem: "amount_changed" });
  const both = await Promise.all([receive(id, 112_000), receive(id, 112_000, "transfer")]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await receive(id, 112_000)).toEqual({ ok: false, problem: "order_not_payable" });
  expect(await orderOf(id)).toMatchObject({ payment_status: "paid", paid_total: 160_000, due: 0 });
});

test("a repeated request about a deposit does not pay a balance of the same amount", async () => {
  const id = await ordered();
  const request = { order_id: id, method: "cash", amount: 80_000, paid: 0 } as const;
  const answers = await Promise.all(Array.from({ length: 6 }, () => receiveMoney(seller, request)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await receiveMoney(seller, request)).toEqual({ ok: false, problem: "amount_changed" });
  expect(await orderOf(id)).toMatchObject({ payment_status: "partially_paid", paid_total: 80_000 });
  const balance = { ...request, paid: 80_000 };
  expect((await receiveMoney(seller, balance)).ok).toBe(true);
  expect(await orderOf(id)).toMatchObject({ payment_status: "paid", paid_total: 160_000, due: 0 });
});

test("cash for a deposit that the buyer has just paid at the provider does not pay the balance", async () => {
  const id = await ordered();
  expect((await payByLink(await linkOf(id), network, "builtin:card")).ok).toBe(true);
  await payWith((await newestPayment(id)).id);
  const request = { order_id: id, method: "cash", amount: 80_000, paid: 0 } as const;
  expect(await receiveMoney(seller, request)).toEqual({ ok: false, problem: "amount_changed" });
  expect(await orderOf(id)).toMatchObject({ payment_status: "partially_paid", paid_total: 80_000 });
});

test("a transfer code raises the deposit, lowers the balance and does not change the total", async () => {
  const id = await ordered();
  const token = await linkOf(id);
  const deposit = await payLink(token, id, "transfer:bank");
  expect(deposit.amount).toBeGreaterThan(80_000);
  expect(deposit.amount).toBeLessThan(81_000);
  const received = { payment_id: deposit.id, amount: deposit.amount, note: "" };
  expect((await confirmReceipt(admin, received)).ok).toBe(true);
  expect(await orderOf(id)).toMatchObject({
    status: "placed",
    total: 160_000,
    payment_fee: 0,
    due: 160_000 - deposit.amount,
  });
  const balance = await payLink(token, id, "transfer:bank");
  expect(balance.amount).toBe(160_000 - deposit.amount);
  const rest = { payment_id: balance.id, amount: balance.amount, note: "" };
  expect((await confirmReceipt(admin, rest)).ok).toBe(true);
  expect(await orderOf(id)).toMatchObject({ payment_status: "paid", paid_total: 160_000, due: 0 });
});

test("an order with a transferred deposit and a balance in cash names both payments with their amounts", async () => {
  const id = await ordered();
  const transfer = await payLink(await linkOf(id), id, "transfer:bank");
  const received = { payment_id: transfer.id, amount: transfer.amount, note: "" };
  expect((await confirmReceipt(admin, received)).ok).toBe(true);
  expect((await receive(id, 160_000 - transfer.amount)).ok).toBe(true);
  const order = await findOrder(admin, id);
  if (!order) throw new Error("no order");
  expect(invoicePayment(order, "id", (method) => method)).toEqual({
    method: `transfer:bank ${formatRupiah(transfer.amount)}\ncounter:cash ${formatRupiah(160_000 - transfer.amount)}`,
    paidAt: order.events.findLast(({ kind }) => kind === "paid")?.at,
  });
});

test("the sales report counts an order with a deposit under its method, or as several if the balance used another", async () => {
  const methodOf = async (id: string) => {
    await followSales();
    const [fact] = await asSeed()`
      select payment from sales_facts where order_id = ${id} and kind = 'order'`;
    return fact?.payment;
  };
  const id = await ordered();
  const token = await linkOf(id);
  await payLink(token, id);
  expect(await methodOf(id)).toBe("builtin:card");
  expect(await receive(id, 80_000)).toMatchObject({ ok: true });
  expect(await methodOf(id)).toBe("deposit:several");
  expect(methodName("deposit:several", "en")).toBe("Deposit and balance by different methods");

  const alike = await ordered();
  const again = await linkOf(alike);
  await payLink(again, alike);
  await payLink(again, alike);
  expect(await methodOf(alike)).toBe("builtin:card");
});

test("a second payment of the balance is refunded", async () => {
  const id = await ordered("cash");
  expect((await payByLink(await linkOf(id), network, "builtin:card")).ok).toBe(true);
  const late = await newestPayment(id);
  // The attempt is canceled in the shop, but the buyer still pays it at the provider.
  await asSeed()`update payments set status = 'canceled' where id = ${late.id}`;
  expect((await receive(id, 80_000)).ok).toBe(true);
  await payWith(late.id);
  await settlePayment(late.id);
  expect(
    await asSeed()`select amount, overpaid, reason from refunds where order_id = ${id}`,
  ).toEqual([{ amount: 80_000, overpaid: 80_000, reason: "duplicate" }]);
  expect((await packOrder(seller, id)).ok).toBe(true);
  await giveMoneyBack(id);
  expect(await orderOf(id)).toMatchObject({ paid_total: 160_000, refunded_total: 80_000, due: 0 });
});

test("a payment at the provider is booked first, so staff cannot record the same amount in cash", async () => {
  const id = await ordered("cash");
  expect((await payByLink(await linkOf(id), network, "builtin:card")).ok).toBe(true);
  await payWith((await newestPayment(id)).id);
  expect(await receive(id, 80_000)).toEqual({ ok: false, problem: "order_not_payable" });
  expect(await orderOf(id)).toMatchObject({ paid_total: 160_000, payment_status: "paid" });
});

test("a second payment of the deposit does not pay the balance, so packing is refused", async () => {
  const id = await ordered();
  expect((await payByLink(await linkOf(id), network, "builtin:card")).ok).toBe(true);
  const late = await newestPayment(id);
  await asSeed()`update payments set status = 'canceled' where id = ${late.id}`;
  expect((await receive(id, 80_000)).ok).toBe(true);
  await payWith(late.id);
  await settlePayment(late.id);
  expect(await orderOf(id)).toMatchObject({ paid_total: 160_000, due: 80_000 });
  expect(await packOrder(seller, id)).toEqual({ ok: false, problem: "order_not_paid" });
});

test("staff can record cash for an order without a deposit that has an open transfer", async () => {
  const id = await ordered("link", null);
  const transfer = await payLink(await linkOf(id), id, "transfer:bank");
  expect(transfer.amount).toBeLessThan(160_000);
  const due = (await findOrder(admin, id))?.due ?? 0;
  expect(due).toBe(160_000);
  expect(await receive(id, 1)).toEqual({ ok: false, problem: "amount_changed" });
  // A refused request leaves the buyer's payment open.
  expect(await newestPayment(id)).toMatchObject({ id: transfer.id, status: "pending" });
  expect((await receive(id, due)).ok).toBe(true);
  expect(await orderOf(id)).toMatchObject({
    status: "placed",
    payment_status: "paid",
    total: 160_000,
    paid_total: 160_000,
  });
});

test("a refund of pieces above the balance is divided between the balance and the deposit", async () => {
  const id = await ordered("cash");
  const token = await linkOf(id);
  await payLink(token, id);
  const found = await findOrder(admin, id);
  const line = found?.lines[0]?.id ?? "";
  const asked = {
    order_id: id,
    key: randomUUID(),
    lines: [{ order_line_id: line, quantity: 2 }],
    shipping: 0,
    fee: 0,
    goodwill: 0,
    channel: "original" as const,
    reason: "customer" as const,
    note: "",
    restock: true,
    notify: true,
  };
  expect((await refundOrder(admin, asked)).ok).toBe(true);
  const rows = await asSeed()`
    select r.amount, r.goods, r.moved, p.part from refunds r join payments p on p.id = r.payment_id
    where r.order_id = ${id} order by r.created_at, r.moved`;
  expect(rows).toEqual([
    { amount: 80_000, goods: 100_000, moved: -20_000, part: "balance" },
    { amount: 20_000, goods: 0, moved: 20_000, part: "deposit" },
  ]);
  // A repeated request makes no second refund.
  expect((await refundOrder(admin, asked)).ok).toBe(true);
  expect(await asSeed()`select 1 from refunds where order_id = ${id}`).toHaveLength(2);
  expect(await orderOf(id)).toMatchObject({ due: 0 });
});

test("a cancellation refunds the deposit, or the deposit and the balance if both are paid", async () => {
  const one = await ordered();
  await payLink(await linkOf(one), one);
  expect((await cancelOrder(admin, one, "customer")).ok).toBe(true);
  await giveMoneyBack(one);
  expect(await orderOf(one)).toMatchObject({
    status: "canceled",
    paid_total: 0,
    refunded_total: 80_000,
  });

  const both = await ordered();
  const token = await linkOf(both);
  await payLink(token, both);
  await payLink(token, both);
  expect((await cancelOrder(admin, both, "customer")).ok).toBe(true);
  await giveMoneyBack(both);
  expect(await orderOf(both)).toMatchObject({
    status: "canceled",
    paid_total: 0,
    refunded_total: 160_000,
  });
  const [sums] = await asSeed()`
    select sum(goods)::int as goods, sum(shipping)::int as shipping, sum(overpaid)::int as overpaid
    from refunds where order_id = ${both}`;
  expect(sums).toEqual({ goods: 150_000, shipping: 10_000, overpaid: 0 });
});

test("a payment of the balance that is settled after the cancellation is refunded", async () => {
  const id = await ordered("cash");
  const token = await linkOf(id);
  expect((await payByLink(token, network, "builtin:va_bca")).ok).toBe(true);
  const balance = await newestPayment(id);
  await payWith(balance.id);
  expect((await cancelOrder(admin, id, "customer")).ok).toBe(true);
  await settlePayment(balance.id);
  const [sum] =
    await asSeed()`select sum(amount)::int as amount from refunds where order_id = ${id}`;
  const order = await orderOf(id);
  expect(sum?.amount).toBe(order?.paid_total);
});

test("a refund of pieces before the balance is paid lowers the balance", async () => {
  const id = await ordered("cash");
  const line = (await findOrder(admin, id))?.lines[0]?.id ?? "";
  const asked = {
    order_id: id,
    key: randomUUID(),
    lines: [{ order_line_id: line, quantity: 1 }],
    shipping: 0,
    fee: 0,
    goodwill: 0,
    channel: "bank_transfer" as const,
    reason: "customer" as const,
    note: "",
    restock: true,
    notify: true,
  };
  expect((await refundOrder(admin, asked)).ok).toBe(true);
  // Rp50,000 of the deposit is to be refunded. The rest of the order costs Rp110,000, of which Rp30,000 is paid.
  expect(await orderOf(id)).toMatchObject({ paid_total: 80_000, due: 80_000 });
});

test("staff can mail the pay link of a balance again after a pause, and the buyer gets two reminders", async () => {
  const id = await ordered("cash");
  const key = `order:balance_due:${id}`;
  const later = (time: string) =>
    asSeed()`update private.outbox set created_at = created_at - ${time}::interval where dedupe_key like ${`${key}%`}`;
  const count = async () => (await mailsAbout(id)).filter((kind) => kind === "balance_due").length;
  expect((await makePayLink(seller, id, true)).ok).toBe(true);
  expect((await makePayLink(seller, id, true)).ok).toBe(true);
  expect(await count()).toBe(1);
  await later("11 minutes");
  expect((await makePayLink(seller, id, true)).ok).toBe(true);
  expect(await count()).toBe(2);
  await remindBalances();
  expect(await count()).toBe(2);
  await later("3 days");
  await remindBalances();
  await remindBalances();
  expect(await count()).toBe(3);
  await later("4 days");
  await remindBalances();
  await remindBalances();
  expect(await count()).toBe(4);
  const [reminder] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where dedupe_key = ${`${key}:reminder-2`}`;
  expect(reminder?.text).toContain("/Unsubscribe");
  expect((await receive(id, 80_000)).ok).toBe(true);
  await later("30 days");
  await remindBalances();
  expect(await count()).toBe(4);
});

test("cash on delivery cannot pay a deposit, and too small a total can have none", async () => {
  const id = await ordered();
  const shown = await findOrderToPay(await linkOf(id), network, "id");
  if (!shown || shown === "too_many_requests") throw new Error("no order");
  const offered = shown.payment?.offers.map(({ id: method }) => method);
  expect(offered).toContain("transfer:bank");
  expect(offered).not.toContain("cod:cash");
  expect(await payByLink(await linkOf(id), network, "cod:cash")).toMatchObject({ ok: false });
  const small = {
    lines: [{ ...form().lines[0], price: "5000", quantity: "1" }],
  } as Partial<DraftForm>;
  await expect(ordered("link", 50, small)).rejects.toThrow("deposit_not_possible");
});
