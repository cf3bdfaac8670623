import { beforeAll, expect, test } from "vitest";
import { readConfig } from "#base/config.server.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { giveMoneyBack } from "#tests/support/builders/orders.ts";
import {
  declinedCard,
  demoPerson,
  goodCard,
  openTestProviders,
  orderInput,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { builtinPaymentEndpoint } from "./builtin-payment.ts";
import { drivePayment } from "./drive-payment.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

const customer = demoPerson("customer@etalase.test");
const endpoint = builtinPaymentEndpoint(readConfig({}));

async function openPayment(
  key: string,
  payment_method = "builtin:card",
): Promise<{ id: string; secret: string; payment: string; order: string }> {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(customer, { lines, payment_method });
  const placed = await placeOrder(customer, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok || !placed.value.payment?.client) throw new Error("not placed");
  const { client, id: payment } = placed.value.payment;
  const order = placed.value.order.id;
  return { id: client.id ?? "", secret: client.secret ?? "", payment, order };
}

function confirm(
  id: string,
  secret: string,
  card: object,
  act: "confirm" | "device" | "challenge" = "confirm",
): Promise<Response> {
  return Promise.resolve(
    endpoint.request(`/pay/builtin/${id}/${act}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ secret, ...card }),
    }),
  );
}

test("T16: after five declines a payment returns 429 for a good card too; other payments do not", async () => {
  const first = await openPayment("tried");
  for (let index = 0; index < 5; index++) {
    expect((await confirm(first.id, first.secret, declinedCard)).status).toBe(402);
  }
  const sixth = await confirm(first.id, first.secret, goodCard);
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(0);

  const second = await openPayment("honest");
  expect((await confirm(second.id, second.secret, goodCard)).status).toBe(200);
});

test("of twenty stolen cards that are tried at once, five reach the bank", async () => {
  const { id, secret } = await openPayment("burst");
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => confirm(id, secret, declinedCard)),
  );
  const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([counts(402), counts(429)]).toEqual([5, 15]);
  expect((await confirm(id, secret, goodCard)).status).toBe(429);
});

test("a payment needs its own secret, and no card number is stored", async () => {
  const { id, secret } = await openPayment("secret");
  expect((await confirm(id, "wrong", goodCard)).status).toBe(404);
  expect((await confirm(id, secret, { ...goodCard, number: "4242" })).status).toBe(400);
  expect((await confirm(id, secret, { ...goodCard, expiry: "01/20" })).status).toBe(400);
  expect((await confirm(id, secret, goodCard)).status).toBe(200);
  expect((await confirm(id, secret, goodCard)).status).toBe(409);
  const rows = await asSeed()`select to_jsonb(b)::text as text from private.builtin_payments b`;
  expect(JSON.stringify(rows)).not.toContain("4242424242424242");
});

const approve = (opened: { id: string; secret: string }, token: string) =>
  confirm(opened.id, opened.secret, { token }, "device");

async function statusOf(order: string): Promise<string | undefined> {
  const [row] = await asSeed()<{ status: string }[]>`
    select status || ' ' || payment_status as status from orders where id = ${order}`;
  return row?.status;
}

test("a device wallet: refusal, bank challenge, payment and refund", async () => {
  const opened = await openPayment("device", "builtin:device");
  const [kind] = await asSeed()`select kind from payments where id = ${opened.payment}`;
  expect(kind).toEqual({ kind: "wallet" });
  const short = await approve(opened, "kept_9995");
  expect([short.status, await short.json()]).toEqual([
    402,
    { status: "declined", code: "insufficient_funds" },
  ]);
  await settlePayment(opened.payment);
  expect(await statusOf(opened.order)).toBe("awaiting_payment none");

  expect((await approve(opened, "kept_3155")).status).toBe(200);
  const { id, secret } = opened;
  expect((await confirm(id, secret, { code: "000000" }, "challenge")).status).toBe(400);
  expect((await confirm(id, secret, { code: "123456" }, "challenge")).status).toBe(200);
  await settlePayment(opened.payment);
  expect(await statusOf(opened.order)).toBe("placed paid");
  // An approved payment is final: a second approval captures nothing.
  expect((await approve(opened, "kept_4242")).status).toBe(409);

  const cancelled = await cancelOrder(customer, opened.order, "customer");
  expect(cancelled.ok).toBe(true);
  await giveMoneyBack(opened.order);
  expect(await statusOf(opened.order)).toBe("canceled refunded");
  expect(await findBreaches()).toEqual([]);
});

test("a wallet pays only its own payment, and guessed tokens are rate-limited", async () => {
  const card = await openPayment("device-for-card");
  expect((await approve(card, "kept_4242")).status).toBe(409);
  const opened = await openPayment("device-guessed", "builtin:device");
  expect((await confirm(opened.id, opened.secret, goodCard)).status).toBe(409);
  expect((await approve({ ...opened, secret: "wrong" }, "kept_4242")).status).toBe(404);
  expect((await confirm(opened.id, opened.secret, {}, "device")).status).toBe(400);
  const page = `/pay/builtin/${opened.id}`;
  const form = new URLSearchParams({ secret: opened.secret, act: "pay" });
  await endpoint.request(page, { method: "POST", body: form });
  await settlePayment(opened.payment);
  expect(await statusOf(opened.order)).toBe("awaiting_payment none");

  for (let index = 0; index < 5; index++) {
    expect((await approve(opened, `__proto__${index}`)).status).toBe(402);
  }
  const sixth = await approve(opened, "kept_4242");
  expect([sixth.status, Number(sixth.headers.get("retry-after")) > 0]).toEqual([429, true]);
});

test("T11: wallet notifications may be duplicated, reordered or lost: the order is paid once", async () => {
  const opened = await openPayment("device-late", "builtin:device");
  await drivePayment(opened.payment, {
    outcome: "succeed",
    delay_ms: 0,
    duplicates: 3,
    out_of_order: true,
    lost: true,
  });
  await Promise.all([settlePayment(opened.payment), settlePayment(opened.payment)]);
  expect(await statusOf(opened.order)).toBe("placed paid");
  expect(await findBreaches()).toEqual([]);
});
