import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { listPaymentWork } from "#shop/orders/payments/review/list-payment-work.server.ts";
import { type RefundInput, refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { giveAccount, recordTransfer } from "#shop/orders/refunds/refund-steps.server.ts";
import { pendingRefundPayments, sendRefund } from "#shop/orders/refunds/send-refund.server.ts";
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
import { reconcilePayments } from "./reconcile-payments.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const database = testDatabase({ demo: true });
const customer = demoPerson("customer@etalase.test");
let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});
let stripe: StripeDouble;
beforeAll(async () => {
  stripe = await startStripeDouble();
  openProvidersWith({
    payments: ["stripe"],
    stripe: { ...stripeKeys, apiUrl: stripe.url },
  });
});
afterAll(() => stripe.close());

async function paidOrder(key: string, promo_codes: string[] = []) {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(customer, {
    lines,
    promo_codes,
    payment_method: "stripe:automatic",
  });
  const placed = await placeOrder(customer, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  const [row] = await asSeed()<{ intent: string }[]>`
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
  const [refund] = await asSeed()<{ id: string }[]>`
    select id from refunds where order_id = ${order} order by created_at desc limit 1`;
  return refund?.id ?? "";
}

const ledger = async (payment: string) =>
  (
    await asSeed()<{ kind: string; amount: number }[]>`
      select kind, amount from payment_transactions where payment_id = ${payment} order by id`
  ).map(({ kind, amount }) => `${kind} ${amount}`);
const tasks = async (order: string) =>
  asSeed()<{ kind: string; details: Record<string, unknown> }[]>`
    select kind, details from payment_tasks where order_id = ${order} order by created_at`;

/** The shortfall of a payment's refunds and chargebacks, whole rupiah. */
async function shortfall(payment: string): Promise<number> {
  const [row] = await asSeed()<{ amount: number }[]>`
    select coalesce(sum(amount), 0)::bigint as amount from payment_shortfalls where payment_id = ${payment}`;
  return row?.amount ?? Number.NaN;
}

test("R28: a chargeback above the refunded rest: the ledger ends at zero, and staff see the whole amount", async () => {
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
  expect(await shortfall(payment)).toBe(part);
  expect((await findOrder(staff, order))?.payment_status).toBe("refunded");
  expect(await findBreaches()).toEqual([]);

  // Won: the chargeback that the ledger had booked is reversed, once.
  stripe.winDispute(intent);
  await settlePayment(payment);
  await settlePayment(payment);
  expect((await ledger(payment)).slice(3)).toEqual([`refund_reversed ${total - part}`]);
  expect((await findOrder(staff, order))?.payment_status).toBe("partially_refunded");
  expect(await findBreaches()).toEqual([]);
});

test("R28: a shortfall is a separate row that staff see with its task, and that cannot be changed", async () => {
  const sql = asSeed();
  const { order, total, payment, intent } = await paidOrder("shortfall-row");
  await sendRefund(await promise(order, "a-part-of-it", 10_000));
  await settlePayment(payment);
  stripe.dispute(intent);
  await settlePayment(payment);
  const { work } = await listPaymentWork(staff, "tasks");
  const item = work.find(({ order_id }) => order_id === order);
  expect(item?.task).toMatchObject({ details: { amount: total }, shortfall: 10_000 });
  expect(Object.keys(item?.task?.details ?? {}).toSorted()).toEqual(["amount", "reference"]);
  const change = (amount: number) =>
    sql`update payment_shortfalls set amount = ${amount} where payment_id = ${payment}`;
  await expect(change(10_001)).rejects.toThrow("only gets smaller");
  await expect(change(-1)).rejects.toThrow("shortfall_amount_invalid");
  await expect(sql`delete from payment_shortfalls where payment_id = ${payment}`).rejects.toThrow(
    "permission denied",
  );
  expect(await shortfall(payment)).toBe(10_000);
});

test("R28: a chargeback arrives while a refund of the same money is under way", async () => {
  const { order, total, payment, intent } = await paidOrder("dispute-while-refund");
  const refund = await promise(order, "all-of-it", total);
  stripe.dispute(intent);
  await settlePayment(payment);
  expect(await ledger(payment)).toEqual([`charge ${total}`, `chargeback ${total}`]);
  // Some providers send the refund despite the chargeback: a staff task shows the shortfall.
  await sendRefund(refund);
  await Promise.all([1, 2].map(() => settlePayment(payment)));
  expect(await ledger(payment)).toEqual([`charge ${total}`, `chargeback ${total}`]);
  expect(await tasks(order)).toHaveLength(1);
  expect(await shortfall(payment)).toBe(total);
  // A refund cannot exceed the balance.
  expect(await refundOrder(staff, goodwillOf(order, "still-more", 1_000))).toMatchObject({
    ok: false,
  });
  expect(await findBreaches()).toEqual([]);
});

const statusOf = async (refund: string) =>
  (await asSeed()<{ status: string }[]>`select status from refunds where id = ${refund}`)[0]
    ?.status;

test("R28: a refund that the ledger cannot book is completed, and not retried for ever", async () => {
  const { order, total, payment, intent } = await paidOrder("refund-beyond-books");
  const refund = await promise(order, "all-of-it", total);
  stripe.dispute(intent);
  await settlePayment(payment);
  await sendRefund(refund);
  await settlePayment(payment);
  expect(await statusOf(refund)).toBe("succeeded");
  await asSeed()`update refunds set updated_at = now() - interval '1 hour' where id = ${refund}`;
  expect(await pendingRefundPayments()).toEqual([]);
  expect(await shortfall(payment)).toBe(total);

  // The bank reverses the chargeback: the ledger books the refund, and no shortfall remains.
  stripe.winDispute(intent);
  await Promise.all([1, 2].map(() => settlePayment(payment)));
  expect(await ledger(payment)).toEqual([
    `charge ${total}`,
    `chargeback ${total}`,
    `refund_reversed ${total}`,
    `refund ${total}`,
  ]);
  expect(await shortfall(payment)).toBe(0);
  expect(await findBreaches()).toEqual([]);
});

test("R28: a refund booked only in part is booked in full after the chargeback's reversal", async () => {
  const { order, total, payment, intent } = await paidOrder("partly-beyond-books");
  const [part, taken] = [total - 10_000, total - 5_000];
  const refund = await promise(order, "most-of-it", part);
  stripe.dispute(intent, taken);
  await settlePayment(payment);
  await sendRefund(refund);
  await settlePayment(payment);
  expect((await ledger(payment)).slice(1)).toEqual([`chargeback ${taken}`, `refund 5000`]);
  expect(await shortfall(payment)).toBe(part - 5_000);
  stripe.winDispute(intent);
  await settlePayment(payment);
  await settlePayment(payment);
  expect((await ledger(payment)).slice(3)).toEqual([
    `refund_reversed ${taken}`,
    `refund ${part - 5_000}`,
  ]);
  const [sums] = await asSeed()`select paid_total from orders where id = ${order}`;
  expect(sums).toEqual({ paid_total: 10_000 });
  // The balance can be refunded, and no more.
  expect((await refundOrder(staff, goodwillOf(order, "more-than-rest", 10_001))).ok).toBe(false);
  expect((await refundOrder(staff, goodwillOf(order, "all-that-rests", 10_000))).ok).toBe(true);
  expect(await findBreaches()).toEqual([]);
});

test("R28: two disputes of one payment are both reported; one won unseen does not change the other", async () => {
  const { order, total, payment, intent } = await paidOrder("two-disputes");
  stripe.dispute(intent);
  stripe.winDispute(intent);
  stripe.dispute(intent, 15_000);
  await settlePayment(payment);
  const [sums] = await asSeed()`select paid_total from orders where id = ${order}`;
  expect(sums).toEqual({ paid_total: total - 15_000 });
  expect(await tasks(order)).toMatchObject([
    { kind: "chargeback", details: { amount: total + 15_000 } },
  ]);
  expect(await shortfall(payment)).toBe(0);
  expect(await findBreaches()).toEqual([]);
});

test("R28: staff can record a refund transfer although a chargeback had taken the money", async () => {
  const { order, total, payment, intent } = await paidOrder("transfer-beyond-books");
  const promised = await refundOrder(staff, {
    ...goodwillOf(order, "by-transfer", 20_000),
    channel: "bank_transfer",
  });
  if (!promised.ok) throw new Error(promised.problem);
  stripe.dispute(intent);
  await settlePayment(payment);
  const id = promised.value.refund_id;
  const account = { bank: "BCA", account_number: "1234567890", holder: "Pembeli" };
  expect((await giveAccount(customer, id, account)).ok).toBe(true);
  expect((await recordTransfer(staff, id, "TRX-9")).ok).toBe(true);
  expect((await recordTransfer(staff, id, "TRX-9")).ok).toBe(true);
  expect(await statusOf(id)).toBe("succeeded");
  expect(await ledger(payment)).toEqual([`charge ${total}`, `chargeback ${total}`]);
  expect(await shortfall(payment)).toBe(20_000);
  stripe.winDispute(intent);
  await settlePayment(payment);
  const [sums] = await asSeed()`select paid_total from orders where id = ${order}`;
  expect(sums).toEqual({ paid_total: total - 20_000 });
  expect(await findBreaches()).toEqual([]);
});

test("two transfers of one payment have two references, also when one is a prefix of the other", async () => {
  const { order } = await paidOrder("two-transfers");
  const account = { bank: "BCA", account_number: "1234567890", holder: "Pembeli" };
  const [first = "", second = ""] = await Promise.all(
    ["one-transfer", "another-transfer"].map(async (key) => {
      const wanted = { ...goodwillOf(order, key, 5_000), channel: "bank_transfer" } as const;
      const promised = await refundOrder(staff, wanted);
      if (!promised.ok) throw new Error(promised.problem);
      await giveAccount(customer, promised.value.refund_id, account);
      return promised.value.refund_id;
    }),
  );
  expect((await recordTransfer(staff, first, "TRX-7")).ok).toBe(true);
  for (const number of ["TRX-7", "TRX-7+1"]) {
    expect(await recordTransfer(staff, second, number)).toMatchObject({
      problem: "reference_known",
    });
  }
  expect((await recordTransfer(staff, second, "TRX-71")).ok).toBe(true);
  expect(await findBreaches()).toEqual([]);
});

test("R28: a cancelled order refunds money that a later reversal returns", async () => {
  const { order, total, payment, intent } = await paidOrder("won-after-cancel");
  stripe.dispute(intent);
  await settlePayment(payment);
  expect((await cancelOrder(staff, order, "customer")).ok).toBe(true);
  stripe.winDispute(intent);
  await Promise.all([1, 2].map(() => settlePayment(payment)));
  const refunds = await asSeed()<{ id: string; amount: number }[]>`
    select id, amount from refunds where order_id = ${order}`;
  expect(refunds.map(({ amount }) => amount)).toEqual([total]);
  await sendRefund(refunds[0]?.id ?? "");
  await settlePayment(payment);
  const [sums] = await asSeed()`select paid_total from orders where id = ${order}`;
  expect(sums).toEqual({ paid_total: 0 });
  expect(await findBreaches()).toEqual([]);
});

test("R6: a chargeback whose notification was lost is found within a day", async () => {
  const { order, total, payment, intent } = await paidOrder("unheard-dispute");
  stripe.dispute(intent);
  await reconcilePayments();
  expect(await ledger(payment)).toEqual([`charge ${total}`]);
  const owner = openPostgres(database.url(), { max: 1 });
  // Disable the trigger that would set `updated_at` to now.
  await owner`set session_replication_role = replica`;
  await owner`update payments set updated_at = now() - interval '30 days' where id = ${payment}`;
  await owner.end();
  await reconcilePayments();
  expect(await ledger(payment)).toEqual([`charge ${total}`, `chargeback ${total}`]);
  expect((await tasks(order)).map(({ kind }) => kind)).toEqual(["chargeback"]);
});

test("a paid order has used its code, also after a full chargeback before its cancellation", async () => {
  const { order, payment, intent } = await paidOrder("code-and-dispute", ["hemat10"]);
  stripe.dispute(intent);
  await settlePayment(payment);
  expect((await cancelOrder(staff, order, "customer")).ok).toBe(true);
  const [use] = await asSeed()`select status from promo_redemptions where order_id = ${order}`;
  expect(use).toEqual({ status: "claimed" });
  expect(await findBreaches()).toEqual([]);
});
