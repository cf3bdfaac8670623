import { beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { makeStaff, setLimits } from "#tests/support/builders/limits.ts";
import { giveMoneyBack, mailsAbout, paidOrder } from "#tests/support/builders/orders.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  provenAdmin,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { cancelOrder, requestCancellation } from "./cancel-order.server.ts";
import { packOrder } from "./fulfil-order.server.ts";
import { prepareShipment } from "./shipments.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});
const cancellations = (orderId: string) => asSeed()`
  select reason, restock, refund, notify, actor_id from order_cancellations where order_id = ${orderId}`;

test("cancelling records its reason immutably, and returns stock and money by line", async () => {
  const order = await paidOrder("batal", [2], ["HEMAT10"]);
  const variant = order.lines[0]?.variant_id ?? "";
  const before = await stockOf(variant);
  expect((await cancelOrder(order.person, order.id, "customer")).ok).toBe(true);
  expect((await cancelOrder(order.person, order.id, "customer")).ok).toBe(true);
  expect(await cancellations(order.id)).toEqual([
    { reason: "customer", restock: true, refund: true, notify: true, actor_id: order.person.id },
  ]);
  await expect(asSeed()`delete from order_cancellations`).rejects.toThrow(/permission denied/);
  expect(await stockOf(variant)).toMatchObject({
    on_hand: before.on_hand,
    allocated: before.allocated - 2,
  });
  const found = await findOrder(staff, order.id);
  const [refund] = await asSeed()<{ goods: number; shipping: number; overpaid: number }[]>`
    select goods, shipping, overpaid from refunds where order_id = ${order.id}`;
  expect(refund).toEqual({
    goods: (found?.subtotal ?? 0) - (found?.discount ?? 0),
    shipping: found?.shipping,
    overpaid: 0,
  });
  await giveMoneyBack(order.id);
  expect(await findOrder(staff, order.id)).toMatchObject({
    payment_status: "refunded",
    fulfilment_status: "canceled",
  });
  expect(await mailsAbout(order.id)).toEqual(["paid", "canceled", "refunded"]);
  expect(await findBreaches()).toEqual([]);
});

test("the mail about a cancelled order mentions a refund only if money was received", async () => {
  const paid = await paidOrder("batal-lunas", [1]);
  expect((await cancelOrder(paid.person, paid.id, "customer")).ok).toBe(true);
  const { person, addressId } = await makeCustomer("batal-belum");
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(person, { lines, address_id: addressId });
  const placed = await placeOrder(person, input, { idempotencyKey: "b", language: "id" });
  if (!placed.ok) throw new Error(JSON.stringify(placed));
  expect((await cancelOrder(person, placed.value.order.id, "customer")).ok).toBe(true);
  const textOf = async (id: string) => {
    const [mail] = await asSeed()<{ text: string }[]>`
      select text from private.outbox where dedupe_key = ${`order:canceled:${id}`}`;
    return mail?.text ?? "";
  };
  const kept = await paidOrder("batal-tanpa-refund", [1]);
  const keeping = { restock: true, refund: false, notify: true, note: "" };
  expect((await cancelOrder(staff, kept.id, "customer", keeping)).ok).toBe(true);
  expect(await textOf(kept.id)).not.toContain("kembalikan");
  expect(await textOf(paid.id)).toContain("Dana Anda kami kembalikan");
  expect(await textOf(placed.value.order.id)).toContain("tidak perlu dibayar");
  expect(await textOf(placed.value.order.id)).not.toContain("kembalikan");
});

test("staff without the right over orders cancel an own paid order as any customer does", async () => {
  const order = await paidOrder("pekerja-gudang", [1]);
  await asSeed()`
    update profiles set role = 'USER', staff_role = 'warehouse' where id = ${order.person.id}`;
  const permissions = ["orders.read", "orders.fulfil", "returns.edit"] as const;
  const worker: Person = { ...order.person, role: "USER", permissions };
  expect(await cancelOrder(worker, order.id, "customer")).toMatchObject({ ok: true });
  await giveMoneyBack(order.id);
  expect(await findOrder(staff, order.id)).toMatchObject({
    status: "canceled",
    payment_status: "refunded",
  });
  expect(await findBreaches()).toEqual([]);
});

test("T42: staff who may refund, not cancel, cannot refund an own order without an approval", async () => {
  const order = await paidOrder("pekerja-refund", [1]);
  await asSeed()`
    insert into staff_roles (id, name, permissions)
    values ('refunds-only', 'Refunds', array['orders.read', 'orders.refund'])`;
  await asSeed()`
    update profiles set role = 'USER', staff_role = 'refunds-only' where id = ${order.person.id}`;
  const refund = asSeed()`
    insert into refunds (order_id, payment_id, amount, goodwill, reason, key, channel, actor_id)
    values (${order.id}, ${order.paymentId}, 1, 1, 'staff', 'own-order', 'original', ${order.person.id})`;
  await expect(refund).rejects.toMatchObject({ constraint: "refund_not_approved" });
});

test("staff choose what happens to goods, money and mail; customers do not", async () => {
  const order = await paidOrder("rusak-di-gudang", [2]);
  const variant = order.lines[0]?.variant_id ?? "";
  const before = await stockOf(variant);
  const choices = { restock: false, refund: false, notify: false, note: "Jatuh dari rak" };
  expect((await cancelOrder(staff, order.id, "inventory", choices)).ok).toBe(true);
  expect(await stockOf(variant)).toMatchObject({
    on_hand: before.on_hand - 2,
    allocated: before.allocated - 2,
  });
  expect(await mailsAbout(order.id)).toEqual(["paid"]);
  expect(await asSeed()`select 1 from refunds where order_id = ${order.id}`).toEqual([]);
  expect(await findBreaches()).toEqual([]);

  const own = await paidOrder("curang", [1]);
  await cancelOrder(own.person, own.id, "customer", { ...choices, refund: false });
  expect(await cancellations(own.id)).toMatchObject([{ restock: true, refund: true }]);
});

test("pieces that a cancellation without a refund does not restock count towards the write-off limit", async () => {
  const person = await makeStaff("pembatal", "manager");
  const choices = { restock: false, refund: false, notify: false, note: "" };
  await setLimits({ write_off: 1_000 });
  const order = await paidOrder("hilang", [2]);
  const variant = order.lines[0]?.variant_id ?? "";
  const before = await stockOf(variant);
  expect(await cancelOrder(person, order.id, "other", choices)).toEqual({
    ok: false,
    problem: "write_off_over_limit",
  });
  expect(await stockOf(variant)).toEqual(before);
  expect(await cancellations(order.id)).toEqual([]);
  expect((await cancelOrder(person, order.id, "other", { ...choices, restock: true })).ok).toBe(
    true,
  );
  await setLimits({});
});

test("once packed, a customer can only request; staff can cancel until something has shipped", async () => {
  const order = await paidOrder("terlambat", [1]);
  await packOrder(staff, order.id);
  expect(await cancelOrder(order.person, order.id, "customer")).toMatchObject({
    problem: "order_not_cancelable",
  });
  expect(await findOrder(order.person, order.id)).toMatchObject({
    can_cancel: false,
    can_ask_to_cancel: true,
  });
  await requestCancellation(order.person, order.id);
  await requestCancellation(order.person, order.id);
  const asked = await findOrder(order.person, order.id);
  expect(asked?.events.filter(({ kind }) => kind === "cancel_requested")).toHaveLength(1);
  expect(asked).toMatchObject({ needs_review: true, can_ask_to_cancel: false });
  expect(await requestCancellation(demoPerson("customer@etalase.test"), order.id)).toMatchObject({
    problem: "order_not_found",
  });
  await prepareShipment(staff, {
    order_id: order.id,
    courier: "JNE",
    service: "",
    tracking_number: "",
  });
  expect((await cancelOrder(staff, order.id, "customer")).ok).toBe(true);
  expect((await findOrder(staff, order.id))?.shipments).toMatchObject([{ status: "canceled" }]);
  expect(await findBreaches()).toEqual([]);
});
