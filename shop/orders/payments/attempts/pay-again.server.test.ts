import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtinProvider } from "#integrations/payment/builtin/builtin.server.ts";
import { drivePayment, outcomeSchema } from "#server/endpoints/drive-payment.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { isCashDue } from "#shop/orders/order.ts";
import { maxUnpaidShipments } from "#shop/orders/payments/offers/offers.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { Stage } from "#tests/verification/stage/stage.ts";
import { maxAttempts, payAgain } from "./pay-again.server.ts";

const database = testDatabase({ demo: true, max: 10 });
let stage: Stage;
beforeAll(() => {
  openTestProviders();
  stage = new Stage(database.url());
});
afterAll(() => stage.close());

async function place(key: string, payment_method = "builtin:card") {
  const { person, addressId } = await makeCustomer(key);
  const input = await orderInput(person, {
    lines: [{ variant_id: await variantInStock(), quantity: 1 }],
    address_id: addressId,
    payment_method,
  });
  const placed = await placeOrder(person, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  return { person, orderId: placed.value.order.id, paymentId: placed.value.payment.id };
}

test("changing the payment method closes the previous attempt; a last-moment payment of it counts", async () => {
  const { person, orderId, paymentId } = await place("change", "builtin:va_bca");
  const changes = await Promise.all(
    ["builtin:qris", "builtin:va_bni", "transfer:bank"].map((id) => payAgain(person, orderId, id)),
  );
  expect(changes.some((change) => change.ok)).toBe(true);
  const live = await asSeed()`
    select from payments where order_id = ${orderId} and status in ('created', 'pending', 'authorized')`;
  expect(live).toHaveLength(1);
  const [first] = await asSeed()<{ provider_payment_id: string }[]>`
    select provider_payment_id from payments where id = ${paymentId}`;
  const before = await builtinProvider("x".repeat(32)).fetch(first?.provider_payment_id ?? "");
  expect(before?.status).toBe("canceled");

  const late = await place("change-too-late", "builtin:va_bca");
  await drivePayment(late.paymentId, v.parse(outcomeSchema, { outcome: "succeed", lost: true }));
  expect(await payAgain(late.person, late.orderId, "builtin:qris")).toMatchObject({
    problem: "order_not_payable",
  });
  expect((await findOrder(late.person, late.orderId))?.status).toBe("placed");
  expect(await findBreaches()).toEqual([]);
});

test("another attempt on an order that was placed for cash leaves the cash to be collected", async () => {
  await asSeed()`update shipping_zones set cash_on_delivery = true`;
  const { person, orderId, paymentId } = await place("cash", "cod:cash");
  expect(await payAgain(person, orderId, "builtin:card")).toMatchObject({
    problem: "order_not_payable",
  });
  const payments = await asSeed()`select id, status from payments where order_id = ${orderId}`;
  expect(payments).toEqual([{ id: paymentId, status: "pending" }]);
  const order = await findOrder(person, orderId);
  expect(order && isCashDue(order)).toBe(true);
  expect(await findBreaches()).toEqual([]);
});

test("orders that change to cash at the same time do not exceed the limit of unpaid shipments", async () => {
  await asSeed()`update shipping_zones set cash_on_delivery = true`;
  const { person, addressId } = await makeCustomer("cash-at-once");
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const orders: string[] = [];
  for (let place = 0; place < maxUnpaidShipments + 5; place++) {
    const payment_method = "builtin:va_bca";
    const input = await orderInput(person, { lines, address_id: addressId, payment_method });
    const key = { idempotencyKey: `cash-${place}`, language: "id" } as const;
    const placed = await placeOrder(person, input, key);
    if (!placed.ok) throw new Error(placed.problem.code);
    orders.push(placed.value.order.id);
  }
  const changes = await Promise.all(orders.map((id) => payAgain(person, id, "cod:cash")));
  expect(changes.filter(({ ok }) => ok)).toHaveLength(maxUnpaidShipments);
  const [placed] = await asSeed()`
    select count(*)::int as orders from orders where customer_id = ${person.id} and status = 'placed'`;
  expect(placed).toEqual({ orders: maxUnpaidShipments });
  expect(await findBreaches()).toEqual([]);
});

test("a method that the order cannot be paid by leaves the open attempt as it is", async () => {
  const { person, orderId, paymentId } = await place("not-by-that", "transfer:bank");
  await asSeed()`update orders set payment_limits = '[["transfer:bank"]]' where id = ${orderId}`;
  expect(await payAgain(person, orderId, "builtin:qris")).toEqual({
    ok: false,
    problem: "payment_method_not_available",
  });
  expect(await asSeed()`select id, status from payments where order_id = ${orderId}`).toEqual([
    { id: paymentId, status: "pending" },
  ]);
});

test("of two tabs that change the payment method, the last one shows the open attempt", async () => {
  const { person, orderId } = await place("two-tabs");
  // The second tab starts during the first tab's transaction, which continues once the second stored its attempt.
  const stops = [
    { actor: "first", before: "as is_payable" },
    { actor: "second", before: "p.expires_at, o.id as order_id" },
    { actor: "first", before: "nothing: to its end" },
  ];
  const outcomes = await stage.play(
    new Map([
      ["first", () => payAgain(person, orderId, "builtin:card")],
      ["second", () => payAgain(person, orderId, "transfer:bank")],
    ]),
    (ready) => {
      for (const { actor, before } of [...stops]) {
        const found = ready.find((one) => one.actor === actor);
        if (found && !found.step.text.includes(before)) return { actor, how: "go" };
        stops.shift();
      }
      return { actor: ready[0]?.actor ?? "", how: "go" };
    },
  );
  const reported = outcomes.get("first");
  const [live] = await asSeed()<{ id: string }[]>`
    select id from payments where order_id = ${orderId} and status in ('created', 'pending')`;
  const [newest] = await asSeed()<{ id: string }[]>`
    select id from payments where order_id = ${orderId} order by created_at desc limit 1`;
  expect(newest).toEqual(live);
  expect(reported).toMatchObject({
    kind: "done",
    value: { ok: true, value: { payment_id: live?.id } },
  });
});

test("an order has a limited number of payment attempts, and the open one stays", async () => {
  const { person, orderId, paymentId } = await place("attempts", "builtin:va_bca");
  await asSeed()`
    insert into payments (order_id, provider, method, kind, amount, status, mode, expires_at)
    select order_id, provider, method, kind, amount, 'canceled', mode, expires_at
    from payments, generate_series(3, ${maxAttempts}) where id = ${paymentId}`;
  expect(await payAgain(person, orderId, "builtin:qris")).toMatchObject({ ok: true });
  expect(await payAgain(person, orderId, "builtin:va_bni")).toEqual({
    ok: false,
    problem: "too_many_payment_attempts",
  });
  const attempts = await asSeed()`
    select method from payments where order_id = ${orderId} and status = 'pending'`;
  expect(attempts).toHaveLength(1);
  expect(attempts[0]?.method).toContain("qris");
});
