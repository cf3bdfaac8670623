import { beforeAll, expect, test } from "vitest";
import { drivePayment } from "#server/endpoints/drive-payment.ts";
import type { Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { requestCancellation } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { expireOrder } from "#shop/orders/fulfilment/expire-order.server.ts";
import {
  confirmReceived,
  packOrder,
  shipOrder,
} from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { giveAccount, recordTransfer } from "#shop/orders/refunds/refund-steps.server.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  provenAdmin,
  provenStaff,
  setStock,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { listPaymentWork } from "./list-payment-work.server.ts";
import { resolveTask } from "./resolve-task.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);
let staff: Person;
let admin: Person;
beforeAll(async () => {
  staff = await provenStaff();
  admin = await provenAdmin();
});

async function orderByQris(name: string) {
  const { person, addressId } = await makeCustomer(name);
  const variant = await variantInStock();
  const input = await orderInput(person, {
    lines: [{ variant_id: variant, quantity: 1 }],
    address_id: addressId,
    payment_method: "builtin:qris",
  });
  const placed = await placeOrder(person, input, { idempotencyKey: name, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  return { person, variant, order: placed.value.order.id, payment: placed.value.payment.id };
}

const pay = (payment: string, amount?: number) =>
  drivePayment(payment, {
    outcome: "succeed",
    delay_ms: 0,
    duplicates: 0,
    out_of_order: false,
    lost: true,
    ...(amount === undefined ? {} : { amount }),
  });
const workOf = async (view: "tasks" | "refunds" | "done", order: string) =>
  (await listPaymentWork(staff, view)).work.filter(({ order_id }) => order_id === order);
const review = async (order: string) =>
  (
    await asSeed()<{ needs_review: boolean }[]>`
    select needs_review from orders where id = ${order}`
  )[0]?.needs_review;

test("a late payment without a refund method is one staff task, closed by the transfer", async () => {
  const { person, variant, order, payment } = await orderByQris("telat-habis");
  await asSeed()`
    update orders set expires_at = now() - interval '1 day', created_at = created_at - interval '2 days' where id = ${order}`;
  await asSeed()`update payments set expires_at = now() - interval '1 day' where order_id = ${order}`;
  await expireOrder(order);
  const { available } = await stockOf(variant);
  await setStock(variant, 0);
  await pay(payment);
  await settlePayment(payment);
  await setStock(variant, available);

  expect(await review(order)).toBe(true);
  expect(await workOf("tasks", order)).toEqual([]);
  const [work] = await workOf("refunds", order);
  expect(work?.refund).toMatchObject({ channel: "bank_transfer", is_late: true, account: null });
  const refund = work?.id ?? "";
  expect(await recordTransfer(staff, refund, "TRX-1")).toMatchObject({
    problem: "account_missing",
  });
  const account = { bank: "BCA", account_number: "1234567890", holder: "Telat" };
  expect((await giveAccount(person, refund, account)).ok).toBe(true);
  expect((await workOf("refunds", order))[0]?.refund?.account).toEqual(account);

  // Two people record a transfer each at the same time: the second is refused.
  const both = await Promise.all([
    recordTransfer(staff, refund, "TRX-1"),
    recordTransfer(admin, refund, "TRX-2"),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: "refund_done" });
  expect(await workOf("refunds", order)).toEqual([]);
  expect((await workOf("done", order)).map(({ task }) => task?.resolution)).toEqual(["refunded"]);
  expect(await review(order)).toBe(false);
  const [back] = await asSeed()`
    select count(*)::int as transfers from payment_transactions where order_id = ${order} and kind = 'refund'`;
  expect(back).toEqual({ transfers: 1 });
  expect(await findBreaches()).toEqual([]);
});

test("two staff decide one payment: the first wins, the other is refused, a repeat is idempotent", async () => {
  const { order, payment } = await orderByQris("dua-petugas");
  await pay(payment, 20_000);
  await settlePayment(payment);
  const [work] = await workOf("tasks", order);
  const task = work?.id ?? "";
  const both = await Promise.all([
    resolveTask(staff, task, "settled_anyway"),
    resolveTask(admin, task, "settled_anyway"),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({ problem: "task_resolved_already" });
  const [winner, loser] = both[0]?.ok ? [staff, admin] : [admin, staff];
  expect((await resolveTask(winner, task, "settled_anyway")).ok).toBe(true);
  expect(await resolveTask(loser, task, "refunded")).toMatchObject({
    problem: "task_resolved_already",
  });
  const [sums] = await asSeed()`
    select paid_total, (select count(*)::int from payment_transactions t where t.order_id = o.id) as moves
    from orders o where id = ${order}`;
  expect(sums).toEqual({ paid_total: 20_000, moves: 1 });
});

test("an unanswered cancellation request closes once the order has arrived", async () => {
  const order = await paidOrder("tetap-dikirim", [1]);
  await packOrder(staff, order.id);
  expect((await requestCancellation(order.person, order.id)).ok).toBe(true);
  expect(await review(order.id)).toBe(true);
  const shipment = { courier: "JNE", service: "REG", tracking_number: "JN-TETAP" };
  await shipOrder(staff, { order_id: order.id, ...shipment });
  await confirmReceived(order.person, order.id);
  expect(await review(order.id)).toBe(false);
});
