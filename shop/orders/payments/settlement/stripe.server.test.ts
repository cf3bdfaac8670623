import { afterAll, beforeAll, expect, test } from "vitest";
import { stripeProvider } from "#integrations/payment/stripe/stripe.server.ts";
import { webhookEndpoint } from "#server/endpoints/webhooks.ts";
import type { Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { findPayment } from "#shop/orders/payments/attempts/find-payment.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { listPaymentWork } from "#shop/orders/payments/review/list-payment-work.server.ts";
import { giveAccount, recordTransfer } from "#shop/orders/refunds/refund-steps.server.ts";
import { sendAndSettleRefund, sendRefund } from "#shop/orders/refunds/send-refund.server.ts";
import {
  demoPerson,
  openProvidersWith,
  orderInput,
  provenAdmin,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import {
  type StripeDouble,
  startStripeDouble,
  stripeKeys,
} from "#tests/support/doubles/stripe-double.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { settlePayment } from "./settle-payment.server.ts";

testDatabase({ demo: true });
const customer = demoPerson("customer@etalase.test");
let staff: Person;
let stripe: StripeDouble;

beforeAll(async () => {
  staff = await provenAdmin();
  stripe = await startStripeDouble();
  openProvidersWith({
    payments: ["stripe", "builtin"],
    stripe: { ...stripeKeys, apiUrl: stripe.url },
  });
});
afterAll(() => stripe.close());

async function place(key: string): Promise<{ order: string; payment: string; total: number }> {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(customer, { lines, payment_method: "stripe:automatic" });
  const placed = await placeOrder(customer, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  return { order: order.id, payment: payment.id, total: order.total };
}

async function intentOf(payment: string): Promise<string> {
  const [row] = await asSeed()<{ id: string }[]>`
    select provider_payment_id as id from payments where id = ${payment}`;
  return row?.id ?? "";
}

const endpoint = webhookEndpoint();
const deliver = (event: { headers: Headers; body: Uint8Array }) =>
  Promise.resolve(
    endpoint.request("/webhooks/stripe", {
      method: "POST",
      headers: event.headers,
      body: event.body as Uint8Array<ArrayBuffer>,
    }),
  );

test("a card at Stripe: hundredths of a rupiah there, whole rupiah here; its event settles the order once", async () => {
  const { order, payment, total } = await place("paid");
  const id = await intentOf(payment);
  expect(stripe.intents.get(id)).toMatchObject({
    amount: total * 100,
    currency: "idr",
    metadata: { attempt_id: payment },
  });
  const page = await findPayment(customer, order, "id");
  expect(page?.payment?.script?.options).toEqual({ publishableKey: stripeKeys.publishableKey });
  expect(JSON.stringify(page)).not.toContain(stripeKeys.secretKey);

  // An event that precedes the money changes nothing; only Stripe's current state counts.
  expect((await deliver(stripe.event(id, "payment_intent.succeeded"))).status).toBe(200);
  expect((await findOrder(customer, order))?.status).toBe("awaiting_payment");
  stripe.pay(id);
  const events = Array.from({ length: 5 }, () => stripe.event(id, "payment_intent.succeeded"));
  const answers = await Promise.all([...events, ...events].map(deliver));
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  expect(await findOrder(customer, order)).toMatchObject({
    status: "placed",
    payment_status: "paid",
    total,
  });
  expect(await findBreaches()).toEqual([]);
});

test("T10: only events that Stripe signed in the last five minutes count, with the new or the old secret", async () => {
  const { payment } = await place("signed");
  const id = await intentOf(payment);
  const status = async (event: { headers: Headers; body: Uint8Array }) =>
    (await deliver(event)).status;
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const [, old = ""] = stripeKeys.webhookSecrets;
  expect(await status(stripe.event(id, "x", { secret: old }))).toBe(200);
  expect(await status(stripe.event(id, "x", { at: ago(290) }))).toBe(200);
  const before = await asSeed()`select from payment_notifications`;
  expect(await status(stripe.event(id, "x", { secret: "whsec_wrong_0123456789abcd" }))).toBe(400);
  expect(await status(stripe.event(id, "x", { at: ago(302) }))).toBe(400);
  expect(await status(stripe.event(id, "x", { at: ago(-302) }))).toBe(400);
  expect(await status(stripe.event(id, "x", { livemode: true }))).toBe(400);
  const event = stripe.event(id, "x");
  expect(await status({ headers: new Headers(), body: event.body })).toBe(400);
  const reserialised = Buffer.from(JSON.stringify(JSON.parse(event.body.toString()), null, 1));
  expect(await status({ headers: event.headers, body: reserialised })).toBe(400);
  const v0 = event.headers.get("stripe-signature")?.replace("v1=", "v0=") ?? "";
  expect(await status({ headers: new Headers({ "stripe-signature": v0 }), body: event.body })).toBe(
    400,
  );
  expect(await asSeed()`select from payment_notifications`).toHaveLength(before.length);
  // The stored event holds no personal data.
  const rows = await asSeed()<{ body: object }[]>`
    select body from payment_notifications where provider = 'stripe' limit 1`;
  expect(Object.keys(rows[0]?.body ?? {})).toEqual(["type"]);
});

test("R5: a lost answer is requested again and makes no second payment", async () => {
  stripe.loseAnswers(1);
  const before = stripe.intents.size;
  await place("lost");
  expect(stripe.intents.size).toBe(before + 1);
});

test("R4: with Stripe unavailable the order stays, and can be paid with another method", async () => {
  stripe.setDown(true);
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(customer, { lines, payment_method: "stripe:automatic" });
  const refused = await placeOrder(customer, input, { idempotencyKey: "down", language: "id" });
  if (refused.ok || refused.problem.code !== "payment_unavailable") throw new Error("not refused");
  const order = refused.problem.order_id;
  expect((await findPayment(customer, order, "id"))?.payment).toMatchObject({ client: null });
  expect((await payAgain(customer, order, "builtin:qris")).ok).toBe(true);
  stripe.setDown(false);
  expect((await findPayment(customer, order, "id"))?.payment?.method.id).toBe("builtin:qris");
});

test("a refused card can be followed by a good one on the same intent", async () => {
  const { order, payment } = await place("declined");
  const id = await intentOf(payment);
  stripe.pay(id, { declineCode: "insufficient_funds" });
  await settlePayment(payment);
  expect((await findOrder(customer, order))?.payment).toMatchObject({
    status: "declined",
    decline_code: "insufficient_funds",
  });
  expect((await findPayment(customer, order, "id"))?.payment?.client).not.toBeNull();
  stripe.pay(id);
  await settlePayment(payment);
  expect((await findOrder(customer, order))?.status).toBe("placed");
});

test("an amount one hundredth too low does not settle", async () => {
  const { order, payment, total } = await place("short");
  stripe.pay(await intentOf(payment), { received: total * 100 - 1 });
  await settlePayment(payment);
  expect(await findOrder(customer, order)).toMatchObject({
    status: "awaiting_payment",
    payment_status: "none",
  });
});

test("closing an intent that was paid meanwhile pays the order; one that is open is cancelled at Stripe", async () => {
  const paid = await place("close-paid");
  stripe.pay(await intentOf(paid.payment));
  expect(await payAgain(customer, paid.order, "builtin:qris")).toMatchObject({
    problem: "order_not_payable",
  });
  expect((await findOrder(customer, paid.order))?.status).toBe("placed");
  const open = await place("close-open");
  await payAgain(customer, open.order, "builtin:qris");
  expect(stripe.intents.get(await intentOf(open.payment))?.status).toBe("canceled");
});

test("a refund happens once, a failed one is reversed, and a dispute is reported and won", async () => {
  const { order, payment, total } = await place("refunded");
  const id = await intentOf(payment);
  stripe.pay(id);
  await settlePayment(payment);
  await cancelOrder(customer, order, "customer");
  const [refund] = await asSeed()<
    { id: string }[]
  >`select id from refunds where order_id = ${order}`;
  await Promise.all([1, 2, 3].map(() => sendRefund(refund?.id ?? "")));
  await settlePayment(payment);
  const ledger = async () =>
    (
      await asSeed()<{ kind: string; amount: number }[]>`
        select kind, amount from payment_transactions where payment_id = ${payment} order by id`
    ).map((row) => `${row.kind} ${row.amount}`);
  expect(await ledger()).toEqual([`charge ${total}`, `refund ${total}`]);
  stripe.failRefunds(id);
  await settlePayment(payment);
  expect(await ledger()).toEqual([
    `charge ${total}`,
    `refund ${total}`,
    `refund_reversed ${total}`,
  ]);

  const disputed = await place("disputed");
  const other = await intentOf(disputed.payment);
  stripe.pay(other);
  await settlePayment(disputed.payment);
  stripe.dispute(other);
  await settlePayment(disputed.payment);
  expect(await findOrder(customer, disputed.order)).toMatchObject({
    payment_status: "refunded",
    paid_total: 0,
    refunded_total: disputed.total,
  });
  stripe.winDispute(other);
  await settlePayment(disputed.payment);
  // The shop won the dispute, so the invoice, the received money and the sales (`refunded_total`) have no refund.
  expect(await findOrder(customer, disputed.order)).toMatchObject({
    payment_status: "paid",
    paid_total: disputed.total,
    refunded_total: 0,
  });
});

test("R7: a refund that Stripe accepted but could not deliver becomes a bank transfer", async () => {
  const { order, payment, total } = await place("undeliverable");
  const id = await intentOf(payment);
  stripe.pay(id);
  await settlePayment(payment);
  await cancelOrder(customer, order, "customer");
  const [refund] = await asSeed()<
    { id: string }[]
  >`select id from refunds where order_id = ${order}`;
  await sendAndSettleRefund(refund?.id ?? "");
  expect((await findOrder(customer, order))?.payment_status).toBe("refunded");
  stripe.failRefunds(id);
  await settlePayment(payment);
  await settlePayment(payment);
  // A late retry of the job must not book the failed refund as the transfer.
  await sendAndSettleRefund(refund?.id ?? "");

  const found = await findOrder(customer, order);
  expect(found?.refunds).toMatchObject([
    { amount: total, status: "requested", channel: "bank_transfer" },
  ]);
  expect(found?.events.map(({ kind }) => kind)).toContain("refund_failed");
  const [asked] = await asSeed()<{ mails: number }[]>`
    select count(*)::int as mails from private.outbox where dedupe_key = ${`order:refund_account:${order}:${refund?.id}`}`;
  expect(asked?.mails).toBe(1);
  const { work } = await listPaymentWork(staff, "refunds");
  expect(work.map(({ order_id }) => order_id)).toContain(order);

  const account = { bank: "BCA", account_number: "1234567890", holder: "Ayu" };
  expect(await giveAccount(customer, refund?.id ?? "", account)).toMatchObject({ ok: true });
  expect(await recordTransfer(staff, refund?.id ?? "", "TRX-9001")).toMatchObject({ ok: true });
  await settlePayment(payment);
  expect((await findOrder(customer, order))?.refunds).toMatchObject([{ status: "succeeded" }]);
  expect((await findOrder(customer, order))?.payment_status).toBe("refunded");
  expect(await findBreaches()).toEqual([]);
});

test("R7: a refund that fails before its first report becomes a bank transfer", async () => {
  const { order, payment } = await place("undeliverable-at-once");
  const id = await intentOf(payment);
  stripe.pay(id);
  await settlePayment(payment);
  await cancelOrder(customer, order, "customer");
  const [refund] = await asSeed()<
    { id: string }[]
  >`select id from refunds where order_id = ${order}`;
  await sendRefund(refund?.id ?? "");
  stripe.failRefunds(id);
  await settlePayment(payment);
  expect((await findOrder(customer, order))?.refunds).toMatchObject([
    { status: "requested", channel: "bank_transfer" },
  ]);
});

test("disputes beyond the first page of Stripe are reported too", async () => {
  const { payment } = await place("stripe-many-disputes");
  const id = await intentOf(payment);
  stripe.pay(id);
  for (let n = 0; n < 130; n += 1) stripe.dispute(id, 1);
  const provider = stripeProvider({ ...stripeKeys, apiUrl: stripe.url });
  const reported = await provider.fetch(id);
  expect(new Set(reported?.chargebacks.map(({ reference }) => reference)).size).toBe(130);
});

test("one key with other parameters is refused, as Stripe refuses it", async () => {
  const provider = stripeProvider({ ...stripeKeys, apiUrl: stripe.url });
  const request = {
    id: "same-key",
    method: "automatic",
    amount: 50_000,
    currency: "IDR",
    description: "INV-1",
    expiresAt: new Date(),
    returnUrl: "http://localhost/",
    buyer: { name: "", email: "", phone: "" },
  } as const;
  const first = await provider.create(request);
  expect(await provider.create(request)).toEqual(first);
  await expect(provider.create({ ...request, amount: 60_000 })).rejects.toMatchObject({
    code: "payment_unavailable",
  });
  expect(await provider.fetch("pi_unknown")).toBeUndefined();
});
