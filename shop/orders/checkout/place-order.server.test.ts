import { beforeAll, expect, test } from "vitest";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { expireOrder } from "#shop/orders/fulfilment/expire-order.server.ts";
import {
  confirmReceived,
  packOrder,
  shipOrder,
} from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { sendRefund } from "#shop/orders/refunds/send-refund.server.ts";
import { secondsToWaitForCodes } from "#shop/promotions/code-guesses.server.ts";
import {
  declinedCard,
  demoPerson,
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
import { maxUnpaidOrders, type PlacedOrder } from "./checkout.ts";
import { placeOrder } from "./place-order.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

const customer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
const context = (idempotencyKey: string) => ({ idempotencyKey, language: "id" }) as const;

async function place(key: string, quantity = 1, promo_codes: string[] = []): Promise<PlacedOrder> {
  const variant_id = await variantInStock();
  const input = await orderInput(customer, { lines: [{ variant_id, quantity }], promo_codes });
  const placed = await placeOrder(customer, input, context(key));
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  return placed.value;
}

function paymentOf(placed: PlacedOrder): string {
  if (!placed.payment) throw new Error("no payment");
  return placed.payment.id;
}

async function mailsAbout(orderId: string): Promise<string[]> {
  const rows = await asSeed()<{ kind: string }[]>`
    select split_part(dedupe_key, ':', 2) as kind from private.outbox
    where dedupe_key like ${`order:%:${orderId}%`} order by created_at`;
  return rows.map((row) => row.kind).sort();
}

test("a line with an unknown design is refused with a code, and no part of its order is stored", async () => {
  const variant_id = await variantInStock();
  const before = await stockOf(variant_id);
  const plain = await orderInput(customer, { lines: [{ variant_id, quantity: 1 }] });
  const design_id = "7b1f3c52-56a1-4f5d-9a53-2b8c1f0a9d11";
  const lines = [...plain.lines, { variant_id, quantity: 1, design_id }];
  const placed = await placeOrder(customer, { ...plain, lines }, context("with-design"));
  expect(placed).toMatchObject({
    ok: false,
    problem: {
      code: "cart_problems",
      quote: { problems: [{ code: "design_not_found", line: 1 }] },
    },
  });
  expect(await asSeed()`select from orders where idempotency_key = 'with-design'`).toHaveLength(0);
  expect(await stockOf(variant_id)).toEqual(before);
});

test("an order is placed, paid, packed, shipped and received", async () => {
  const variant_id = await variantInStock();
  const before = await stockOf(variant_id);
  const placed = await place("whole-road", 2, ["HEMAT10"]);
  expect(placed.order).toMatchObject({ status: "awaiting_payment", payment_status: "none" });
  expect(await stockOf(variant_id)).toMatchObject({ held: 2, available: before.available - 2 });

  expect(await payWith(paymentOf(placed))).toEqual({ status: "succeeded" });
  await settlePayment(paymentOf(placed));
  const paid = await findOrder(customer, placed.order.id);
  expect(paid).toMatchObject({ status: "placed", payment_status: "paid", stage: "processing" });
  expect(await stockOf(variant_id)).toMatchObject({ held: 0, allocated: before.allocated + 2 });

  expect((await packOrder(staff, placed.order.id)).ok).toBe(true);
  expect(await cancelOrder(customer, placed.order.id, "customer")).toMatchObject({
    ok: false,
    problem: "order_not_cancelable",
  });
  const shipment = {
    order_id: placed.order.id,
    courier: "JNE",
    service: "REG",
    tracking_number: "JN1",
  };
  const first = await shipOrder(staff, shipment);
  expect(await shipOrder(staff, shipment)).toEqual(first);
  expect(await stockOf(variant_id)).toMatchObject({
    on_hand: before.on_hand - 2,
    allocated: before.allocated,
  });
  expect((await findOrder(customer, placed.order.id))?.stage).toBe("shipped");
  expect((await confirmReceived(customer, placed.order.id)).ok).toBe(true);
  const done = await findOrder(customer, placed.order.id);
  expect(done).toMatchObject({
    status: "completed",
    fulfilment_status: "delivered",
    stage: "done",
  });
  expect(done?.events.map((event) => event.kind)).toEqual([
    "placed",
    "paid",
    "packed",
    "shipped",
    "delivered",
  ]);
  expect(await mailsAbout(placed.order.id)).toEqual(["delivered", "paid", "shipped"]);
  expect(await findBreaches()).toEqual([]);
});

test("rule 2, R8: fifty requests with one key make one order", async () => {
  const variant_id = await variantInStock();
  const input = await orderInput(customer, { lines: [{ variant_id, quantity: 1 }] });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => placeOrder(customer, input, context("fifty"))),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await stockOf(variant_id)).toMatchObject({ held: 1 });
  const changed = { ...input, lines: [{ variant_id, quantity: 2 }] };
  await expect(placeOrder(customer, changed, context("fifty"))).rejects.toMatchObject({
    code: "idempotency_key_reused",
    status: 422,
  });
});

test("I4, R13, T14: a hundred buyers of the last ten pieces make exactly ten orders", async () => {
  const variant_id = await variantInStock();
  await setStock(variant_id, 10);
  const before = await stockOf(variant_id);
  const buyers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => makeCustomer(`buyer-${index}`)),
  );
  const inputs = await Promise.all(
    buyers.map(({ person, addressId }) =>
      orderInput(person, { lines: [{ variant_id, quantity: 1 }], address_id: addressId }),
    ),
  );
  const answers = await Promise.all(
    buyers.map(({ person }, index) => {
      const input = inputs[index];
      if (!input) throw new Error("no input");
      return placeOrder(person, input, context("rush"));
    }),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(10);
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.problem.code]));
  expect(new Set(refused)).toEqual(new Set(["cart_problems"]));
  expect(await stockOf(variant_id)).toMatchObject({ available: 0, held: before.held + 10 });
  expect(await findBreaches()).toEqual([]);
  await asSeed()`
    insert into stock_movements (variant_id, kind, quantity, reason)
    values (${variant_id}, 'adjusted', 100, 'test')`;
});

test("a code with one use left is used once by forty buyers at once", async () => {
  await asSeed()`update promotions set usage_limit = used + 1 where id in
    (select promotion_id from promo_codes where code = 'HEMAT10')`;
  const variant_id = await variantInStock(60);
  const buyers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => makeCustomer(`saver-${index}`)),
  );
  const inputs = await Promise.all(
    buyers.map(({ person, addressId }) =>
      orderInput(person, {
        lines: [{ variant_id, quantity: 1 }],
        address_id: addressId,
        promo_codes: ["hemat10"],
      }),
    ),
  );
  const answers = await Promise.all(
    buyers.map(({ person }, index) => {
      const input = inputs[index];
      if (!input) throw new Error("no input");
      return placeOrder(person, input, context("save"));
    }),
  );
  const winners = answers.filter((answer) => answer.ok);
  expect(winners).toHaveLength(1);
  expect(await findBreaches()).toEqual([]);
  const [winner] = winners;
  const winnerPerson = buyers[answers.findIndex((answer) => answer.ok)]?.person;
  if (!winner?.ok || !winnerPerson) throw new Error("no winner");
  await cancelOrder(winnerPerson, winner.value.order.id, "customer");
  expect(await findBreaches()).toEqual([]);
  await asSeed()`update promotions set usage_limit = null`;
});

test("a declined card can be followed by a good one, and an old attempt that is paid too is refunded", async () => {
  const placed = await place("declined-first");
  expect(await payWith(paymentOf(placed), declinedCard)).toMatchObject({ status: "declined" });
  await settlePayment(paymentOf(placed));
  expect((await findOrder(customer, placed.order.id))?.payment).toMatchObject({
    status: "declined",
    decline_code: "card_declined",
  });
  expect(await payWith(paymentOf(placed))).toEqual({ status: "succeeded" });
  const second = await payAgain(customer, placed.order.id, "builtin:card");
  // Settling found the first attempt paid, so nothing is left to pay.
  expect(second).toMatchObject({ ok: false, problem: "order_not_payable" });
  expect((await findOrder(customer, placed.order.id))?.payment_status).toBe("paid");
  expect(await findBreaches()).toEqual([]);
});

test("a late payment for sold-out pieces is refunded", async () => {
  const variant_id = await variantInStock();
  await setStock(variant_id, 1);
  const input = await orderInput(customer, { lines: [{ variant_id, quantity: 1 }] });
  const placed = await placeOrder(customer, input, context("late-gone"));
  if (!placed.ok) throw new Error("not placed");
  const paymentId = paymentOf(placed.value);
  await asSeed()`update orders set expires_at = now() - interval '1 hour' where id = ${placed.value.order.id}`;
  await asSeed()`update payments set provider_payment_id = 'unreachable' where id = ${paymentId}`;
  await expireOrder(placed.value.order.id);
  await setStock(variant_id, 0);
  await asSeed()`
    update payments set provider_payment_id = (
      select id from private.builtin_payments where idempotency_key = ${paymentId}) where id = ${paymentId}`;
  await payWith(paymentId);
  await settlePayment(paymentId);
  const [refund] = await asSeed()<{ id: string; reason: string }[]>`
    select id, reason from refunds where payment_id = ${paymentId}`;
  expect(refund?.reason).toBe("inventory");
  await sendRefund(refund?.id ?? "");
  await sendRefund(refund?.id ?? "");
  await settlePayment(paymentId);
  expect(await findOrder(customer, placed.value.order.id)).toMatchObject({
    status: "expired",
    payment_status: "refunded",
  });
  expect(await findBreaches()).toEqual([]);
});

test("cancelling a paid order returns stock and money once", async () => {
  const placed = await place("cancel-paid");
  await payWith(paymentOf(placed));
  await settlePayment(paymentOf(placed));
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => cancelOrder(customer, placed.order.id, "customer")),
  );
  expect(answers.every((answer) => answer.ok)).toBe(true);
  const refunds = await asSeed()<
    { id: string }[]
  >`select id from refunds where order_id = ${placed.order.id}`;
  expect(refunds).toHaveLength(1);
  await sendRefund(refunds[0]?.id ?? "");
  await settlePayment(paymentOf(placed));
  expect(await findOrder(customer, placed.order.id)).toMatchObject({
    status: "canceled",
    payment_status: "refunded",
  });
  expect(await findBreaches()).toEqual([]);
});

test("an order's displayed amounts add up, with codes on goods and on delivery", async () => {
  // Enough for the code on delivery, too little for free delivery.
  const [variant] = await asSeed()<{ id: string }[]>`
    select v.id from product_variants v join stock_items s on s.variant_id = v.id
    where v.price between 60000 and 90000 and s.available > 20 order by v.sku limit 1`;
  const lines = [{ variant_id: variant?.id ?? "", quantity: 2 }];
  const input = await orderInput(customer, { lines, promo_codes: ["hemat10", "gratisongkir"] });
  const placed = await placeOrder(customer, input, context("both-codes"));
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  const order = await findOrder(customer, placed.value.order.id);
  if (!order) throw new Error("no order");
  const discounts = order.promos.reduce((sum, promo) => sum + promo.discount, 0);
  expect(order.promos.map((promo) => promo.code).sort()).toEqual(["GRATISONGKIR", "HEMAT10"]);
  expect(order.shipping_discount).toBeGreaterThan(0);
  expect(order.subtotal - discounts + order.shipping + order.shipping_discount).toBe(order.total);
});

test("one customer's unpaid orders are limited", async () => {
  const { person, addressId } = await makeCustomer("hoarder");
  const variant_id = await variantInStock();
  const lines = [{ variant_id, quantity: 1 }];
  const codes: string[] = [];
  for (let index = 0; index <= maxUnpaidOrders; index++) {
    const input = await orderInput(person, { lines, address_id: addressId });
    const answer = await placeOrder(person, input, context(`hoard-${index}`));
    codes.push(answer.ok ? "placed" : answer.problem.code);
  }
  expect(codes.filter((code) => code === "placed")).toHaveLength(maxUnpaidOrders);
  expect(codes.at(-1)).toBe("too_many_unpaid");
});

test("an order of another person answers as not found", async () => {
  const placed = await place("not-yours");
  const { person: other } = await makeCustomer("stranger");
  expect(await findOrder(other, placed.order.id)).toBeUndefined();
  expect(await cancelOrder(other, placed.order.id, "customer")).toEqual({
    ok: false,
    problem: "order_not_found",
  });
  expect(await packOrder(other, placed.order.id)).toEqual({
    ok: false,
    problem: "order_not_found",
  });
  expect(await payAgain(other, placed.order.id, "builtin:card")).toMatchObject({ ok: false });
});

test("a total that changed since the customer saw it is not charged", async () => {
  const variant_id = await variantInStock();
  const input = await orderInput(customer, { lines: [{ variant_id, quantity: 1 }] });
  await asSeed()`update product_variants set price = price + 1000, was_price = null where id = ${variant_id}`;
  const answer = await placeOrder(customer, input, context("price-change"));
  expect(answer).toMatchObject({
    ok: false,
    problem: { code: "total_changed", quote: { total: input.expected_total + 1000 } },
  });
  const [none] = await asSeed()`select from orders where idempotency_key = 'price-change'`;
  expect(none).toBeUndefined();
});

test("T13: placing an order counts promo code guesses: above the limit even a right code is ignored", async () => {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(customer, { lines, promo_codes: ["HEMAT10"] });
  const asker = { actor: customer, network: "203.0.113.77" };
  for (let guess = 0; guess < 10; guess++) {
    await secondsToWaitForCodes(asker, [`TEBAK-${guess}`]);
  }
  const placed = await placeOrder(customer, input, {
    idempotencyKey: "order-of-a-guesser",
    language: "id",
    network: asker.network,
  });
  await asSeed()`delete from private.rate_limits`;
  expect(placed).toMatchObject({ ok: false, problem: { code: "too_many_codes" } });
  expect(await asSeed()`select from orders where idempotency_key = 'order-of-a-guesser'`).toEqual(
    [],
  );
});
