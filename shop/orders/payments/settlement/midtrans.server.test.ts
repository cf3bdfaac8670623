import { afterAll, beforeAll, expect, test } from "vitest";
import { marksOf } from "#app/ui/domain/order/payment-marks.tsx";
import { webhookEndpoint } from "#server/endpoints/webhooks.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { closeAttempts } from "#shop/orders/payments/attempts/close-attempts.server.ts";
import { findPayment } from "#shop/orders/payments/attempts/find-payment.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { sendRefund } from "#shop/orders/refunds/send-refund.server.ts";
import { listUsableMethods } from "#shop/settings/payment-methods/methods.server.ts";
import {
  demoPerson,
  openProvidersWith,
  orderInput,
  payWith,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import {
  type MidtransDouble,
  midtransKeys,
  startMidtransDouble,
} from "#tests/support/doubles/midtrans-double.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { settlePayment } from "./settle-payment.server.ts";

testDatabase({ demo: true });
const customer = demoPerson("customer@etalase.test");
let midtrans: MidtransDouble;

beforeAll(async () => {
  midtrans = await startMidtransDouble();
  openProvidersWith({
    payments: ["midtrans", "builtin"],
    midtrans: { ...midtransKeys, mode: "test", channels: undefined, apiUrl: midtrans.url },
  });
});
afterAll(() => midtrans.close());

async function place(key: string): Promise<{ order: string; payment: string; total: number }> {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(customer, { lines, payment_method: "midtrans:snap" });
  const placed = await placeOrder(customer, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  return { order: order.id, payment: payment.id, total: order.total };
}

const endpoint = webhookEndpoint();
const deliver = (body: Uint8Array) =>
  Promise.resolve(
    endpoint.request("/webhooks/midtrans", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: body as Uint8Array<ArrayBuffer>,
    }),
  );
const statusOf = async (order: string) => (await findOrder(customer, order))?.status;

test("Snap's window for whole rupiah under the attempt's id; a notification leads to the status API", async () => {
  const { order, payment, total } = await place("paid");
  expect(midtrans.asked.get(payment)).toMatchObject({
    transaction_details: { order_id: payment, gross_amount: total },
    expiry: { unit: "minute" },
    credit_card: { secure: true },
    enabled_payments: expect.arrayContaining(["gopay", "dana", "ovo", "kredivo", "akulaku"]),
  });
  const page = await findPayment(customer, order, "id");
  expect(page?.payment).toMatchObject({
    method: { kind: "popup" },
    client: { token: expect.stringContaining("snap-token") },
    script: { options: { clientKey: midtransKeys.clientKey } },
  });
  expect(JSON.stringify(page)).not.toContain(midtransKeys.serverKey);

  // The payer has not chosen a method: Midtrans does not know the payment yet.
  await settlePayment(payment);
  expect(await statusOf(order)).toBe("awaiting_payment");
  midtrans.choose(payment);
  expect((await deliver(midtrans.notification(payment))).status).toBe(200);
  expect(await statusOf(order)).toBe("awaiting_payment");
  midtrans.move(payment, "settlement");
  const body = midtrans.notification(payment);
  const answers = await Promise.all([1, 2, 3, 4].map(() => deliver(body)));
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  expect(await findOrder(customer, order)).toMatchObject({
    status: "placed",
    payment_status: "paid",
  });
  expect(await findBreaches()).toEqual([]);
});

test("T12: a notification that was altered under its signature, or comes again, changes nothing", async () => {
  const { order, payment } = await place("altered");
  midtrans.choose(payment);
  const forged = midtrans.notification(payment, { transaction_status: "settlement" });
  expect((await deliver(forged)).status).toBe(200);
  expect(await statusOf(order)).toBe("awaiting_payment");
  const notSigned = midtrans.notification(payment, { gross_amount: "1.00" });
  expect((await deliver(notSigned)).status).toBe(400);
  expect((await deliver(Buffer.from('{"order_id":1}'))).status).toBe(400);
  expect((await deliver(Buffer.from("not json"))).status).toBe(400);

  midtrans.move(payment, "settlement");
  const settled = midtrans.notification(payment);
  await deliver(settled);
  await cancelOrder(customer, order, "customer");
  const [refund] = await asSeed()<
    { id: string }[]
  >`select id from refunds where order_id = ${order}`;
  await Promise.all([1, 2].map(() => sendRefund(refund?.id ?? "")));
  await settlePayment(payment);
  expect((await findOrder(customer, order))?.payment_status).toBe("refunded");
  expect((await deliver(settled)).status).toBe(200);
  expect(await findOrder(customer, order)).toMatchObject({
    status: "canceled",
    payment_status: "refunded",
  });
  expect(await findBreaches()).toEqual([]);
});

test.each([
  ["pending", "accept", "pending", "awaiting_payment"],
  ["authorize", "accept", "authorized", "awaiting_payment"],
  ["capture", "challenge", "authorized", "awaiting_payment"],
  ["capture", "accept", "settled", "placed"],
  ["settlement", "accept", "settled", "placed"],
  ["deny", "deny", "declined", "awaiting_payment"],
  ["failure", "accept", "declined", "awaiting_payment"],
  ["cancel", "accept", "canceled", "awaiting_payment"],
  ["expire", "accept", "expired", "awaiting_payment"],
])(
  "%s with fraud status %s makes an attempt %s and its order %s",
  async (status, fraud, attempt, expected) => {
    const { order, payment } = await place(`state-${status}-${fraud}`);
    midtrans.choose(payment);
    midtrans.move(payment, status, fraud);
    await settlePayment(payment);
    const found = await findOrder(customer, order);
    expect([found?.payment?.status, found?.status]).toEqual([attempt, expected]);
    if (expected === "awaiting_payment") await cancelOrder(customer, order, "customer");
  },
);

test("a settled payment may be denied, charged back or refunded later; the ledger follows", async () => {
  for (const status of ["deny", "chargeback", "refund"]) {
    const { order, payment, total } = await place(`later-${status}`);
    midtrans.choose(payment, "credit_card");
    midtrans.move(payment, "settlement");
    await settlePayment(payment);
    midtrans.move(payment, status);
    await Promise.all([1, 2].map(() => settlePayment(payment)));
    const rows = await asSeed()<{ kind: string; amount: number }[]>`
      select kind, amount from payment_transactions where payment_id = ${payment} order by id`;
    const back = status === "refund" ? "refund" : "chargeback";
    expect(rows).toEqual([
      { kind: "charge", amount: total },
      { kind: back, amount: total },
    ]);
    const tasks = await asSeed()`select kind from payment_tasks where order_id = ${order}`;
    expect(tasks).toHaveLength(status === "refund" ? 0 : 1);
  }
});

test("a payment through an abandoned window places the order, and later attempts are closed", async () => {
  const { order, payment } = await place("unused");
  expect((await payAgain(customer, order, "builtin:card")).ok).toBe(true);
  const [card] = await asSeed()<{ id: string }[]>`
    select id from payments where order_id = ${order} and status = 'pending'`;
  expect(card).toBeDefined();
  midtrans.choose(payment);
  midtrans.move(payment, "settlement");
  await settlePayment(payment);
  expect(await statusOf(order)).toBe("placed");
  // Run the job that was queued with it.
  await closeAttempts(order);
  expect(await payWith(card?.id ?? "")).toEqual({ status: "closed" });
  expect(await findBreaches()).toEqual([]);
});

test("a method without refunds says so; a refund whose answer was lost happens once", async () => {
  const bank = await place("refund-bank");
  midtrans.choose(bank.payment, "bca_va");
  midtrans.move(bank.payment, "settlement");
  await settlePayment(bank.payment);
  await cancelOrder(customer, bank.order, "customer");
  const [first] = await asSeed()<{ id: string }[]>`
    select id from refunds where order_id = ${bank.order}`;
  await expect(sendRefund(first?.id ?? "")).rejects.toMatchObject({ code: "refund_not_supported" });

  const wallet = await place("refund-wallet");
  midtrans.choose(wallet.payment, "gopay");
  midtrans.move(wallet.payment, "settlement");
  await settlePayment(wallet.payment);
  await cancelOrder(customer, wallet.order, "customer");
  const [second] = await asSeed()<{ id: string }[]>`
    select id from refunds where order_id = ${wallet.order}`;
  midtrans.loseAnswers(1);
  await expect(sendRefund(second?.id ?? "")).rejects.toThrow();
  await sendRefund(second?.id ?? "");
  await settlePayment(wallet.payment);
  expect((await findOrder(customer, wallet.order))?.payment_status).toBe("refunded");
  expect(await findBreaches()).toEqual([]);
});

test("with Midtrans unavailable the order stays, and its payment is requested again under the same id", async () => {
  midtrans.setDown(true);
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(customer, { lines, payment_method: "midtrans:snap" });
  const request = { idempotencyKey: "down", language: "id" } as const;
  expect(await placeOrder(customer, input, request)).toMatchObject({
    problem: { code: "payment_unavailable" },
  });
  midtrans.setDown(false);
  midtrans.loseAnswers(1);
  expect((await placeOrder(customer, input, request)).ok).toBe(false);
  const placed = await placeOrder(customer, input, request);
  expect(placed).toMatchObject({ ok: true, value: { payment: { kind: "popup" } } });
});

const ledgerOf = async (payment: string) =>
  (
    await asSeed()<{ kind: string; amount: number }[]>`
      select kind, amount from payment_transactions where payment_id = ${payment} order by id`
  ).map(({ kind, amount }) => `${kind} ${amount}`);
const tasksOf = async (order: string) => asSeed()<{ kind: string; details: object }[]>`
  select kind, details from payment_tasks where order_id = ${order}`;
async function paid(key: string) {
  const placed = await place(key);
  midtrans.choose(placed.payment, "credit_card");
  midtrans.move(placed.payment, "settlement");
  await settlePayment(placed.payment);
  return placed;
}

test("R28: a refund reported first without its list and then with it is booked once", async () => {
  const { order, payment, total } = await paid("sum-then-list");
  midtrans.returnMoney(payment, [{ refund_key: "dashboard-1", amount: 10_000 }], false);
  await settlePayment(payment);
  expect(await ledgerOf(payment)).toEqual([`charge ${total}`, "refund 10000"]);
  midtrans.returnMoney(payment, [{ refund_key: "dashboard-1", amount: 10_000 }], true);
  await Promise.all([1, 2].map(() => settlePayment(payment)));
  const paidTotal = async () =>
    (await asSeed()`select paid_total from orders where id = ${order}`)[0]?.paid_total;
  expect(await paidTotal()).toBe(total - 10_000);
  // An answer without the list adds only what the listed refunds lack.
  midtrans.returnMoney(payment, [{ refund_key: "dashboard-1", amount: 10_000 }], false);
  await settlePayment(payment);
  expect(await paidTotal()).toBe(total - 10_000);
  expect(await tasksOf(order)).toEqual([]);
  expect(await findBreaches()).toEqual([]);
});

test("R28: a partial chargeback has no amount at Midtrans: staff get a task, and nothing is booked", async () => {
  const { order, payment, total } = await paid("partial-chargeback");
  midtrans.move(payment, "partial_chargeback");
  await Promise.all([1, 2].map(() => settlePayment(payment)));
  expect(await ledgerOf(payment)).toEqual([`charge ${total}`]);
  expect(await tasksOf(order)).toMatchObject([
    { kind: "chargeback", details: { status: "partial" } },
  ]);
  expect(await findBreaches()).toEqual([]);
});

test("R28: a chargeback is reversed once when the payment is settled again", async () => {
  const { order, payment, total } = await paid("chargeback-won");
  midtrans.move(payment, "chargeback");
  await settlePayment(payment);
  midtrans.move(payment, "settlement");
  await Promise.all([1, 2].map(() => settlePayment(payment)));
  expect(await ledgerOf(payment)).toEqual([
    `charge ${total}`,
    `chargeback ${total}`,
    `refund_reversed ${total}`,
  ]);
  expect((await findOrder(customer, order))?.payment_status).toBe("paid");
  expect(await findBreaches()).toEqual([]);
});

test("Snap gets the channels that the merchant chose, and the method lists exactly these", async () => {
  const channels = ["other_qris", "dana", "bca_va", "bsi_va", "kredivo"] as const;
  openProvidersWith({
    payments: ["midtrans"],
    midtrans: { ...midtransKeys, mode: "test", channels, apiUrl: midtrans.url },
  });
  const { payment } = await place("channels");
  expect(midtrans.asked.get(payment)).toMatchObject({ enabled_payments: channels });
  const [method] = await listUsableMethods("id");
  expect(method).toMatchObject({ name: "QRIS, DANA, virtual account, Kredivo" });
  expect(marksOf(method ? [method] : [])).toEqual(["QRIS", "DANA", "BCA"]);
});
