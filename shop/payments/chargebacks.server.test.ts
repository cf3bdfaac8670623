import { afterAll, beforeAll, expect, test } from "vitest";
import { asShop } from "#db/client.server.ts";
import { placeOrder } from "#shop/checkout/place-order.server.ts";
import { type RefundInput, refundOrder } from "#shop/fulfilment/refund-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { testDatabase } from "#tests/support/database.ts";
import { findBreaches } from "#tests/support/invariants.ts";
import { demoPerson, openProvidersWith, orderInput, variantInStock } from "#tests/support/shop.ts";
import { type StripeDouble, startStripeDouble, stripeKeys } from "#tests/support/stripe-double.ts";
import { takenBeyond } from "./payment-work.ts";
import { sendRefund } from "./refund-payment.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

testDatabase({ demo: true });
const customer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
let stripe: StripeDouble;
beforeAll(async () => {
  stripe = await startStripeDouble();
  openProvidersWith({
    payments: ["stripe"],
    stripe: { ...stripeKeys, apiUrl: stripe.url },
  });
});
afterAll(() => stripe.close());

async function paidOrder(key: string) {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(customer, { lines, payment_method: "stripe:automatic" });
  const placed = await placeOrder(customer, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  const [row] = await asShop()<{ intent: string }[]>`
    select provider_payment_id as intent from payments where id = ${payment.id}`;
  const intent = row?.intent ?? "";
  stripe.pay(intent);
  await settlePayment(payment.id);
  return { order: order.id, total: order.total, payment: payment.id, intent };
}

const goodwillOf = (order_id: string, key: string, goodwill: number): RefundInput => ({
  order_id,
  key,
  lines: [],
  shipping: 0,
  fee: 0,
  goodwill,
  channel: "original",
  reason: "staff",
  note: "",
  restock: false,
  notify: false,
});

async function promise(order: string, key: string, goodwill: number): Promise<string> {
  const promised = await refundOrder(staff, goodwillOf(order, key, goodwill));
  if (!promised.ok) throw new Error(promised.problem);
  const [refund] = await asShop()<{ id: string }[]>`
    select id from refunds where order_id = ${order} order by created_at desc limit 1`;
  return refund?.id ?? "";
}

const ledger = async (payment: string) =>
  (
    await asShop()<{ kind: string; amount: number }[]>`
      select kind, amount from payment_transactions where payment_id = ${payment} order by id`
  ).map(({ kind, amount }) => `${kind} ${amount}`);
const tasks = async (order: string) =>
  asShop()<{ kind: string; details: Record<string, unknown> }[]>`
    select kind, details from payment_tasks where order_id = ${order} order by created_at`;

test("R28: a bank takes back more than is left after a refund: the books end at nothing, and staff are told the whole", async () => {
  const { order, total, payment, intent } = await paidOrder("refund-then-dispute");
  const part = 10_000;
  await sendRefund(await promise(order, "a-part-of-it", part));
  await settlePayment(payment);
  stripe.dispute(intent);
  await Promise.all([1, 2, 3].map(() => settlePayment(payment)));
  expect(await ledger(payment)).toEqual([
    `charge ${total}`,
    `refund ${part}`,
    `chargeback ${total - part}`,
  ]);
  const found = await tasks(order);
  expect(found).toMatchObject([{ kind: "chargeback", details: { amount: total } }]);
  expect(takenBeyond(found[0]?.details ?? {})).toBe(part);
  expect((await findOrder(staff, order))?.payment_status).toBe("refunded");
  expect(await findBreaches()).toEqual([]);

  // Won: what the books had let go comes back, once.
  stripe.winDispute(intent);
  await settlePayment(payment);
  await settlePayment(payment);
  expect((await ledger(payment)).slice(3)).toEqual([`refund_reversed ${total - part}`]);
  expect((await findOrder(staff, order))?.payment_status).toBe("partially_refunded");
  expect(await findBreaches()).toEqual([]);
});

test("R28: a bank takes the money while a refund of it is on its way", async () => {
  const { order, total, payment, intent } = await paidOrder("dispute-while-refund");
  const refund = await promise(order, "all-of-it", total);
  stripe.dispute(intent);
  await settlePayment(payment);
  expect(await ledger(payment)).toEqual([`charge ${total}`, `chargeback ${total}`]);
  // The provider gave it all the same, as some do: it is known, and looked at by somebody.
  await sendRefund(refund);
  await Promise.all([1, 2].map(() => settlePayment(payment)));
  expect(await ledger(payment)).toEqual([`charge ${total}`, `chargeback ${total}`]);
  const [task, ...others] = await tasks(order);
  expect(others).toEqual([]);
  expect(takenBeyond(task?.details ?? {})).toBe(total);
  // Nobody can promise what is gone.
  expect(await refundOrder(staff, goodwillOf(order, "still-more", 1_000))).toMatchObject({
    ok: false,
  });
  expect(await findBreaches()).toEqual([]);
});
