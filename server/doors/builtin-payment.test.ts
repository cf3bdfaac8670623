import { beforeAll, expect, test } from "vitest";
import { readConfig } from "#base/config.server.ts";
import { asShop } from "#db/client.server.ts";
import { placeOrder } from "#shop/checkout/place-order.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import {
  declinedCard,
  demoPerson,
  goodCard,
  openTestProviders,
  orderInput,
  variantInStock,
} from "#tests/support/shop.ts";
import { builtinPaymentDoor } from "./builtin-payment.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

const door = builtinPaymentDoor(readConfig({}));

async function openPayment(key: string): Promise<{ id: string; secret: string; payment: string }> {
  const customer = demoPerson("customer@etalase.test");
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(customer, { lines });
  const placed = await placeOrder(customer, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok || !placed.value.payment?.client) throw new Error("not placed");
  const { client, id: payment } = placed.value.payment;
  return { id: client.id ?? "", secret: client.secret ?? "", payment };
}

function confirm(id: string, secret: string, card: object): Promise<Response> {
  return Promise.resolve(
    door.request(`/pay/builtin/${id}/confirm`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ secret, ...card }),
    }),
  );
}

test("after five refusals of one payment even a good card waits; another buyer does not", async () => {
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

test("a payment answers only to its own secret, and a card's number is stored nowhere", async () => {
  const { id, secret } = await openPayment("secret");
  expect((await confirm(id, "wrong", goodCard)).status).toBe(404);
  expect((await confirm(id, secret, { ...goodCard, number: "4242" })).status).toBe(400);
  expect((await confirm(id, secret, { ...goodCard, expiry: "01/20" })).status).toBe(400);
  expect((await confirm(id, secret, goodCard)).status).toBe(200);
  expect((await confirm(id, secret, goodCard)).status).toBe(409);
  const rows = await asShop()`select to_jsonb(b)::text as text from private.builtin_payments b`;
  expect(JSON.stringify(rows)).not.toContain("4242424242424242");
});
