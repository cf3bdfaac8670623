import { beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { permissions } from "#shop/kernel/permissions.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { shipOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { deliverShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { resolveTask } from "#shop/orders/payments/review/resolve-task.server.ts";
import { confirmReceipt } from "#shop/orders/payments/settlement/confirm-receipt.server.ts";
import { approveRefund } from "#shop/orders/refund-approvals/decide-refund.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import {
  giveAccount,
  recordTransfer,
  retryRefund,
  transferInstead,
} from "#shop/orders/refunds/refund-steps.server.ts";
import { approveReturn, declineReturn } from "#shop/orders/returns/decide-return.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import { resolveClaim } from "#shop/orders/returns/settle-return.server.ts";
import { payFor } from "#tests/support/builders/orders.ts";
import { goodwill } from "#tests/support/builders/refund-requests.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  provenAdmin,
  variantInStock,
  withProof,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

testDatabase({ demo: true, max: 10 });
beforeAll(openTestProviders);

const own = { ok: false, problem: "own_order" };
let buyer: Person;
let addressId = "";
let colleague: Person;
beforeAll(async () => {
  const made = await makeCustomer("staf-pembeli");
  addressId = made.addressId;
  await asSeed()`update profiles set role = 'ADMIN' where id = ${made.person.id}`;
  buyer = await withProof({ ...made.person, role: "ADMIN", permissions });
  colleague = await provenAdmin();
});

test("staff cannot refund their own order or approve its refund; a colleague can", async () => {
  const order = await payFor(buyer, addressId, "own-refund", [1]);
  const asked = { ...goodwill(order.id, 5_000), channel: "bank_transfer" } as const;
  expect(await refundOrder(buyer, asked)).toEqual(own);
  expect(await asSeed()`select from refunds where order_id = ${order.id}`).toHaveLength(0);
  const requester = demoPerson("staff@etalase.test");
  await asSeed()`update profiles set staff_role = 'sales' where id = ${requester.id}`;
  expect(await refundOrder(requester, asked)).toMatchObject({
    problem: "refund_waits_for_approval",
  });
  const [request] = await asSeed()<{ id: string }[]>`
    select id from refund_requests where order_id = ${order.id} and status = 'open'`;
  expect(await approveRefund(buyer, request?.id ?? "")).toEqual(own);
  expect((await approveRefund(colleague, request?.id ?? "")).ok).toBe(true);
  const [refund] = await asSeed()<{ id: string }[]>`
    select id from refunds where order_id = ${order.id}`;
  const id = refund?.id ?? "";
  // As the buyer, staff give the account; they do not record that the shop paid.
  const account = { bank: "BCA", account_number: "1234567890", holder: "Staf" };
  expect((await giveAccount(buyer, id, account)).ok).toBe(true);
  expect(await recordTransfer(buyer, id, "TRX-own")).toEqual(own);
  expect(await retryRefund(buyer, id)).toEqual(own);
  expect(await transferInstead(buyer, id)).toEqual(own);
  expect((await recordTransfer(colleague, id, "TRX-own")).ok).toBe(true);
  expect(await findBreaches()).toEqual([]);
});

test("staff decide no return or claim of their own order", async () => {
  const order = await payFor(buyer, addressId, "own-claim", [1]);
  const sent = await shipOrder(colleague, {
    order_id: order.id,
    courier: "JNE",
    service: "REG",
    tracking_number: "JN-own",
  });
  if (!sent.ok) throw new Error(sent.problem);
  await deliverShipment(buyer, sent.value.shipment_id);
  const asked = await requestReturn(buyer, {
    order_id: order.id,
    key: "own-claim-1",
    kind: "claim",
    reason: "wrong_item",
    note: "",
    wish: "replacement",
    lines: [{ order_line_id: order.lines[0]?.id ?? "", quantity: 1 }],
  });
  if (!asked.ok) throw new Error(JSON.stringify(asked.problem));
  const [claim] = await asSeed()<
    { id: string }[]
  >`select id from returns where order_id = ${order.id}`;
  const id = claim?.id ?? "";
  expect(await approveReturn(buyer, id, "")).toEqual(own);
  expect(await declineReturn(buyer, id, "tidak")).toEqual(own);
  expect((await approveReturn(colleague, id, "")).ok).toBe(true);
  const money = { shipping: 0, channel: "original" } as const;
  expect(await resolveClaim(buyer, id, "replacement", money)).toEqual(own);
  expect((await resolveClaim(colleague, id, "replacement", money)).ok).toBe(true);
});

test("staff confirm no payment of their own order and resolve none of its tasks", async () => {
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(buyer, {
    lines,
    address_id: addressId,
    payment_method: "transfer:bank",
  });
  const placed = await placeOrder(buyer, input, { idempotencyKey: "own-transfer", language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  const receipt = { payment_id: payment.id, amount: order.total - 1_000, note: "" };
  expect(await confirmReceipt(buyer, receipt)).toEqual(own);
  expect((await confirmReceipt(colleague, receipt)).ok).toBe(true);
  const [task] = await asSeed()<{ id: string }[]>`
    select id from payment_tasks where order_id = ${order.id}`;
  for (const resolution of ["settled_anyway", "refunded", "by_hand"] as const) {
    expect(await resolveTask(buyer, task?.id ?? "", resolution)).toEqual(own);
  }
  expect((await resolveTask(colleague, task?.id ?? "", "settled_anyway")).ok).toBe(true);
});

test("staff cancel their own order only without a refund or a write-off", async () => {
  const order = await payFor(buyer, addressId, "own-cancel", [1]);
  const choices = { restock: true, refund: true, notify: true, note: "" };
  expect(await cancelOrder(buyer, order.id, "customer")).toEqual(own);
  expect(await cancelOrder(buyer, order.id, "staff", choices)).toEqual(own);
  const lost = { ...choices, restock: false, refund: false };
  expect(await cancelOrder(buyer, order.id, "staff", lost)).toEqual(own);
  expect((await cancelOrder(colleague, order.id, "customer")).ok).toBe(true);
});

test("the only person with a right decides on their own order", async () => {
  const order = await payFor(buyer, addressId, "own-alone", [1]);
  const others = await asSeed()<{ id: string; role: string }[]>`
    select id, role from profiles where role <> 'CUSTOMER' and id <> ${buyer.id}`;
  await asSeed()`update profiles set role = 'CUSTOMER' where id = any (${others.map(({ id }) => id)})`;
  expect((await refundOrder(buyer, goodwill(order.id, 4_000))).ok).toBe(true);
  for (const { id, role } of others) {
    await asSeed()`update profiles set role = ${role} where id = ${id}`;
  }
});
