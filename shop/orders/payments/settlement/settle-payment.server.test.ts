import * as v from "valibot";
import { beforeAll, expect, test, vi } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { findProvider } from "#integrations/payment/providers.server.ts";
import { drivePayment, outcomeSchema } from "#server/endpoints/drive-payment.ts";
import type { Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { followSales } from "#shop/orders/figures/follow-sales.server.ts";
import { findHomeFigures } from "#shop/orders/figures/home-figures.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { expireOrder } from "#shop/orders/fulfilment/expire-order.server.ts";
import { invoiceAmounts } from "#shop/orders/invoice/invoice-amounts.ts";
import { invoiceTexts } from "#shop/orders/invoice/invoice-texts.ts";
import { closeAttempts } from "#shop/orders/payments/attempts/close-attempts.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { listPaymentWork } from "#shop/orders/payments/review/list-payment-work.server.ts";
import { resolveTask } from "#shop/orders/payments/review/resolve-task.server.ts";
import { sendRefund } from "#shop/orders/refunds/send-refund.server.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  provenAdmin,
  setStock,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { reconcilePayments } from "./reconcile-payments.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const database = testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

const customer = demoPerson("customer@etalase.test");
let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});

async function place(
  key: string,
  payment_method = "builtin:va_bca",
): Promise<{ order: string; payment: string; variant_id: string; total: number }> {
  const variant_id = await variantInStock();
  const input = await orderInput(customer, {
    lines: [{ variant_id, quantity: 1 }],
    payment_method,
  });
  const placed = await placeOrder(customer, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  return { order: order.id, payment: payment.id, variant_id, total: order.total };
}

const drive = (payment: string, asked: v.InferInput<typeof outcomeSchema>) =>
  drivePayment(payment, v.parse(outcomeSchema, asked));

async function tasksOf(order: string): Promise<{ id: string; kind: string }[]> {
  const { work } = await listPaymentWork(staff, "tasks");
  return work
    .filter((item) => item.order_id === order)
    .map((item) => ({ id: item.id, kind: item.task?.kind ?? "" }));
}

async function ledgerOf(order: string): Promise<string[]> {
  const rows = await asSeed()<{ kind: string; amount: number }[]>`
    select kind, amount from payment_transactions where order_id = ${order} order by id`;
  return rows.map((row) => `${row.kind} ${row.amount}`);
}

/** Ages the payments by two hours, with the trigger disabled that would set `updated_at`. */
async function age(payments: readonly string[]): Promise<void> {
  const owner = openPostgres(database.url(), { max: 1 });
  await owner`set session_replication_role = replica`;
  await owner`
    update payments set updated_at = now() - interval '2 hours' where id = any (${payments as string[]})`;
  await owner.end();
}

async function sendRefunds(order: string): Promise<void> {
  const refunds = await asSeed()<{ id: string }[]>`
    select id from refunds where order_id = ${order} and status = 'requested'`;
  for (const { id } of refunds) {
    const payment = await sendRefund(id);
    if (payment) await settlePayment(payment);
  }
}

test("T15: concurrent webhook, return page, reconciler and staff book the money once", async () => {
  const { order, payment, total } = await place("at-once");
  await drive(payment, { outcome: "succeed", duplicates: 3, out_of_order: true });
  await Promise.all(Array.from({ length: 12 }, () => settlePayment(payment)));
  expect(await ledgerOf(order)).toEqual([`charge ${total}`]);
  const mails = await asSeed()`
    select from private.outbox where dedupe_key = ${`order:paid:${order}`}`;
  expect(mails).toHaveLength(1);
  const found = await findOrder(customer, order);
  expect(found).toMatchObject({ status: "placed", payment_status: "paid" });
  expect(found?.events.filter(({ kind }) => kind === "paid")).toHaveLength(1);
  expect(await findBreaches()).toEqual([]);
});

test("a wrong amount never settles an order by itself: staff accept or refund it", async () => {
  const first = await place("mismatch-taken");
  await drive(first.payment, { outcome: "succeed", amount: first.total - 700, lost: true });
  await Promise.all([1, 2, 3].map(() => settlePayment(first.payment)));
  expect(await findOrder(customer, first.order)).toMatchObject({
    status: "awaiting_payment",
    payment_status: "none",
  });
  const [task, ...others] = await tasksOf(first.order);
  expect([task?.kind, others]).toEqual(["mismatch", []]);
  expect(await resolveTask(customer, task?.id ?? "", "settled_anyway")).toMatchObject({
    problem: "task_not_found",
  });
  const twice = await Promise.all(
    [1, 2].map(() => resolveTask(staff, task?.id ?? "", "settled_anyway")),
  );
  expect(twice.every((answer) => answer.ok)).toBe(true);
  expect(await findOrder(customer, first.order)).toMatchObject({
    status: "placed",
    payment_status: "paid",
    payment_fee: -700,
    is_fee_adjusted: true,
    total: first.total - 700,
  });
  expect(await ledgerOf(first.order)).toEqual([`charge ${first.total - 700}`]);

  const second = await place("mismatch-refunded", "builtin:wallet");
  await drive(second.payment, { outcome: "succeed", amount: 10, lost: true });
  await settlePayment(second.payment);
  const [other] = await tasksOf(second.order);
  expect((await resolveTask(staff, other?.id ?? "", "refunded")).ok).toBe(true);
  expect(await ledgerOf(second.order)).toEqual(["charge 10"]);
  expect(await resolveTask(staff, other?.id ?? "", "by_hand")).toMatchObject({
    problem: "task_resolved_already",
  });
  expect(await findBreaches()).toEqual([]);
});

test("T9: an answer for another attempt, currency or mode only adds a staff task", async () => {
  const mine = await place("swap-mine");
  const dear = await place("swap-dear");
  // The provider answers about the cheap order when asked about the dear one.
  await asSeed()`
    update private.builtin_payments set idempotency_key = 'swapped' where idempotency_key = ${dear.payment}`;
  await drive(dear.payment, { outcome: "succeed", lost: true });
  await settlePayment(dear.payment);
  expect(await findOrder(customer, dear.order)).toMatchObject({ status: "awaiting_payment" });
  const [swapped] = await tasksOf(dear.order);
  expect(await resolveTask(staff, swapped?.id ?? "", "settled_anyway")).toMatchObject({
    problem: "task_money_elsewhere",
  });

  await drive(mine.payment, { outcome: "succeed", lost: true });
  await asSeed()`
    update private.builtin_payments set currency = 'USD' where idempotency_key = ${mine.payment}`;
  await settlePayment(mine.payment);
  expect(await ledgerOf(mine.order)).toEqual([]);
  await asSeed()`
    update private.builtin_payments set currency = 'IDR' where idempotency_key = ${mine.payment}`;
  await asSeed()`update payments set mode = 'live' where id = ${mine.payment}`;
  await settlePayment(mine.payment);
  expect(await ledgerOf(mine.order)).toEqual([]);
  expect((await tasksOf(mine.order)).map(({ kind }) => kind)).toContain("mismatch");
  expect(await findBreaches()).toEqual([]);
});

test("I2: two attempts paid at the same moment leave one capture, the other is refunded", async () => {
  const soldToday = async () => {
    await followSales();
    return (await findHomeFigures(staff, "Asia/Jakarta", 1))?.today.amount ?? 0;
  };
  const before = await soldToday();
  const { order, payment, total } = await place("both", "builtin:wallet");
  await payAgain(customer, order, "builtin:card");
  const [second] = await asSeed()<{ id: string }[]>`
    select id from payments where order_id = ${order} and status = 'pending'`;
  await drive(payment, { outcome: "succeed", lost: true });
  await drive(second?.id ?? "", { outcome: "succeed", lost: true });
  await Promise.all([
    settlePayment(payment),
    settlePayment(second?.id ?? ""),
    settlePayment(payment),
    settlePayment(second?.id ?? ""),
  ]);
  await sendRefunds(order);
  expect((await ledgerOf(order)).sort()).toEqual([
    `charge ${total}`,
    `charge ${total}`,
    `refund ${total}`,
  ]);
  const found = await findOrder(customer, order);
  expect(found).toMatchObject({ status: "placed", paid_total: total, refunded_total: total });
  // The second payment was refunded, so the invoice and the sales equal those of an order that was paid once.
  const bill = found ? invoiceAmounts(found, "id") : [];
  expect(bill.find(({ look }) => look === "total")?.amount).toBe(total);
  expect(bill.map(({ label }) => label)).not.toContain(invoiceTexts.id.refunded);
  expect((await soldToday()) - before).toBe(total);
  expect(await findBreaches()).toEqual([]);
});

test("a late payment allocates stock again, or is refunded and becomes a staff task", async () => {
  const lapse = async (order: string) => {
    await asSeed()`update orders set expires_at = now() - interval '1 day' where id = ${order}`;
    await expireOrder(order);
    expect((await findOrder(customer, order))?.status).toBe("expired");
    expect(await findBreaches()).toEqual([]);
  };
  const late = await place("late-kept");
  await lapse(late.order);
  await drive(late.payment, { outcome: "succeed", lost: true });
  await Promise.all([1, 2, 3].map(() => settlePayment(late.payment)));
  expect(await findOrder(customer, late.order)).toMatchObject({
    status: "placed",
    payment_status: "paid",
  });

  const gone = await place("late-gone");
  await lapse(gone.order);
  const { available } = await stockOf(gone.variant_id);
  await setStock(gone.variant_id, 0);
  await drive(gone.payment, { outcome: "succeed", lost: true });
  await settlePayment(gone.payment);
  expect(await findOrder(customer, gone.order)).toMatchObject({ status: "expired" });
  // One task, not two: the refund closes the finding.
  expect(await tasksOf(gone.order)).toEqual([]);
  const { work } = await listPaymentWork(staff, "refunds");
  expect(work.find(({ order_id }) => order_id === gone.order)?.refund?.is_late).toBe(true);
  // A virtual account cannot be refunded: the payer is asked for a bank account.
  const refunds = await asSeed()<{ channel: string; amount: number }[]>`
    select channel, amount from refunds where order_id = ${gone.order}`;
  expect(refunds).toEqual([{ channel: "bank_transfer", amount: gone.total }]);
  await setStock(gone.variant_id, available);
  expect(await findBreaches()).toEqual([]);
});

test("a late payment of an expired order whose buyer was erased is refunded", async () => {
  const { person, addressId } = await makeCustomer("late-erased");
  const input = await orderInput(person, {
    address_id: addressId,
    lines: [{ variant_id: await variantInStock(), quantity: 1 }],
    payment_method: "builtin:va_bca",
  });
  const placed = await placeOrder(person, input, { idempotencyKey: "erased", language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  await asSeed()`update orders set expires_at = now() - interval '1 day' where id = ${order.id}`;
  await expireOrder(order.id);
  await asSeed()`select private.erase_person(${person.id})`;
  await drive(payment.id, { outcome: "succeed", lost: true });
  await settlePayment(payment.id);
  const [row] = await asSeed()<{ status: string; refund: number }[]>`
    select o.status, (select sum(amount)::bigint from refunds r where r.order_id = o.id) as refund
    from orders o where o.id = ${order.id}`;
  expect(row).toEqual({ status: "expired", refund: order.total });
  expect(await findBreaches()).toEqual([]);
});

test("R27: concurrent payment and expiry end in one of the two, never in both", async () => {
  for (let round = 0; round < 6; round++) {
    const { order, payment } = await place(`race-${round}`);
    await asSeed()`update orders set expires_at = now() - interval '1 hour' where id = ${order}`;
    await Promise.all([
      drive(payment, { outcome: "succeed", lost: true }).then(() => settlePayment(payment)),
      expireOrder(order),
      closeAttempts(order),
    ]);
    await settlePayment(payment);
    expect((await findOrder(customer, order))?.status).toBe("placed");
  }
  expect(await findBreaches()).toEqual([]);
});

test("R6: a lost notification is found by reconciling, also for a closed attempt", async () => {
  const open = await place("lost-open");
  const closed = await place("lost-closed", "builtin:wallet");
  await cancelOrder(customer, closed.order, "customer");
  for (const { payment } of [open, closed]) {
    await drive(payment, { outcome: "succeed", lost: true });
  }
  await age([open.payment, closed.payment]);
  await reconcilePayments();
  expect((await findOrder(customer, open.order))?.status).toBe("placed");
  await sendRefunds(closed.order);
  expect(await findOrder(customer, closed.order)).toMatchObject({
    status: "canceled",
    payment_status: "refunded",
  });
  expect(await findBreaches()).toEqual([]);
});

test("a chargeback and a provider's withdrawn capture become staff tasks", async () => {
  const disputed = await place("disputed", "builtin:card");
  await drive(disputed.payment, { outcome: "succeed", lost: true });
  await settlePayment(disputed.payment);
  await drive(disputed.payment, { outcome: "dispute", lost: true });
  await Promise.all([1, 2].map(() => settlePayment(disputed.payment)));
  expect((await tasksOf(disputed.order)).map(({ kind }) => kind)).toEqual(["chargeback"]);
  expect(await findOrder(customer, disputed.order)).toMatchObject({ payment_status: "refunded" });
  await drive(disputed.payment, { outcome: "win_dispute", lost: true });
  await settlePayment(disputed.payment);
  expect(await ledgerOf(disputed.order)).toEqual([
    `charge ${disputed.total}`,
    `chargeback ${disputed.total}`,
    `refund_reversed ${disputed.total}`,
  ]);

  const taken = await place("taken-back", "builtin:card");
  await drive(taken.payment, { outcome: "succeed", lost: true });
  await settlePayment(taken.payment);
  await drive(taken.payment, { outcome: "reverse", lost: true });
  await Promise.all([1, 2].map(() => settlePayment(taken.payment)));
  expect((await tasksOf(taken.order)).map(({ kind }) => kind)).toEqual(["payment_reversed"]);
  expect(await ledgerOf(taken.order)).toEqual([
    `charge ${taken.total}`,
    `chargeback ${taken.total}`,
  ]);
});

test("an outdated provider answer reverses no money", async () => {
  const { order, payment, total } = await place("overtaken", "builtin:card");
  const provider = findProvider("builtin");
  const ask = provider.fetch.bind(provider);
  const slow = vi.spyOn(provider, "fetch").mockImplementationOnce(async (id) => {
    const reported = await ask(id);
    await drive(payment, { outcome: "succeed", lost: true });
    await settlePayment(payment);
    return reported && { ...reported, status: "declined" };
  });
  await settlePayment(payment);
  slow.mockRestore();
  expect(await ledgerOf(order)).toEqual([`charge ${total}`]);
  expect(await tasksOf(order)).toEqual([]);
  expect(await findOrder(customer, order)).toMatchObject({ payment_status: "paid" });
  expect(await findBreaches()).toEqual([]);
});
