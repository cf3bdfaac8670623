import { beforeAll, expect, test } from "vitest";
import { asCaller } from "#db/client.server.ts";
import { callerOf, type Person } from "#shop/kernel/access.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { quoteCheckout } from "#shop/orders/checkout/quote-checkout.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { expireOrder, expireOrders } from "#shop/orders/fulfilment/expire-order.server.ts";
import {
  confirmReceived,
  packOrder,
  shipOrder,
} from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { attachProof } from "#shop/orders/payments/attempts/attach-proof.server.ts";
import { findPayment } from "#shop/orders/payments/attempts/find-payment.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { maxUnpaidShipments } from "#shop/orders/payments/offers/offers.ts";
import { listPaymentWork } from "#shop/orders/payments/review/list-payment-work.server.ts";
import { resolveTask } from "#shop/orders/payments/review/resolve-task.server.ts";
import { listMyOrders } from "#shop/orders/read-orders.server.ts";
import {
  demoAddressId,
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  regularMethodId,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { Stage } from "#tests/verification/stage/stage.ts";
import { confirmReceipt } from "./confirm-receipt.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const database = testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

const customer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");

async function place(
  key: string,
  payment_method: string,
  person: Person = customer,
  address_id: string = demoAddressId,
): Promise<{ order: string; payment: string; total: number }> {
  const lines = [{ variant_id: await variantInStock(60), quantity: 1 }];
  const input = await orderInput(person, { lines, payment_method, address_id });
  const placed = await placeOrder(person, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  return { order: order.id, payment: payment.id, total: order.total };
}

test("forty transfers of one price at once ask for forty different amounts, none of them more than the price", async () => {
  const buyers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => makeCustomer(`transfer-${index}`)),
  );
  const price = await quoteCheckout(
    { actor: customer },
    {
      lines: [{ variant_id: await variantInStock(60), quantity: 1 }],
      address_id: demoAddressId,
      shipping_method_id: regularMethodId,
      payment_method: "transfer:bank",
    },
    "id",
  );
  const orders = await Promise.all(
    buyers.map(({ person, addressId }) => place("same", "transfer:bank", person, addressId)),
  );
  expect(new Set(orders.map(({ total }) => total)).size).toBe(orders.length);
  for (const { total } of orders) {
    expect(price.total - total).toBeGreaterThanOrEqual(1);
    expect(price.total - total).toBeLessThanOrEqual(999);
  }
  expect(await findBreaches()).toEqual([]);
});

test("staff match a transfer on the statement: concurrent matches book once; customers cannot", async () => {
  const { order, payment, total } = await place("found", "transfer:bank");
  const page = await findPayment(customer, order, "id");
  expect(page?.payment).toMatchObject({ amount: total, method: { id: "transfer:bank" } });
  expect(page?.payment?.accounts[0]?.bank).toBe("BCA");
  expect(await findPayment(staff, order, "id")).toBeUndefined();
  expect((await listPaymentWork(staff, "transfers")).work.map((item) => item.id)).toContain(
    payment,
  );

  const receipt = { payment_id: payment, amount: total, note: "BCA 10.02" };
  expect(await confirmReceipt(customer, receipt)).toMatchObject({ problem: "payment_not_found" });
  const answers = await Promise.all([1, 2].map(() => confirmReceipt(staff, receipt)));
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(await confirmReceipt(staff, { ...receipt, amount: total + 1 })).toMatchObject({
    problem: "receipt_known_already",
  });
  expect(await findOrder(customer, order)).toMatchObject({
    status: "placed",
    payment_status: "paid",
    total,
  });
  expect(await findBreaches()).toEqual([]);
});

test("a transfer without its code becomes a staff task and can be accepted", async () => {
  const { order, payment, total } = await place("no-code", "transfer:bank");
  const [fee] = await asSeed()<{ fee: number }[]>`select fee from payments where id = ${payment}`;
  const whole = total - (fee?.fee ?? 0);
  expect((await confirmReceipt(staff, { payment_id: payment, amount: whole, note: "" })).ok).toBe(
    true,
  );
  expect((await findOrder(customer, order))?.status).toBe("awaiting_payment");
  const awaited = (await listPaymentWork(staff, "transfers")).work.map((item) => item.id);
  expect(awaited).not.toContain(payment);
  const task = (await listPaymentWork(staff, "tasks")).work.find((item) => item.order_id === order);
  expect((await resolveTask(staff, task?.id ?? "", "settled_anyway")).ok).toBe(true);
  expect(await findOrder(customer, order)).toMatchObject({
    status: "placed",
    payment_status: "paid",
    payment_fee: 0,
    total: whole,
  });
  expect(await findBreaches()).toEqual([]);
});

test("a late transfer is matched by staff and revives the order", async () => {
  const { order, payment, total } = await place("too-late", "transfer:bank");
  const lateOnes = async () => (await listPaymentWork(staff, "late")).work.map(({ id }) => id);
  expect(await lateOnes()).not.toContain(payment);
  await asSeed()`
    update orders set expires_at = now() - interval '1 day', created_at = created_at - interval '2 days' where id = ${order}`;
  await expireOrder(order);
  expect((await findOrder(customer, order))?.status).toBe("expired");
  expect(await lateOnes()).toContain(payment);
  expect((await listPaymentWork(customer, "late")).work).toEqual([]);
  expect((await confirmReceipt(staff, { payment_id: payment, amount: total, note: "" })).ok).toBe(
    true,
  );
  expect(await findOrder(customer, order)).toMatchObject({
    status: "placed",
    payment_status: "paid",
  });
  expect(await lateOnes()).not.toContain(payment);
  expect(await findBreaches()).toEqual([]);
});

test("a receipt's picture goes to the payer's own folder, only while payment is due, at most five", async () => {
  const { order, payment } = await place("proof", "transfer:bank");
  const other = demoPerson("staff@etalase.test");
  const put = (actor: Person, name: string) =>
    asCaller(
      callerOf(actor),
      (sql) =>
        sql`insert into storage.objects (bucket_id, name, owner_id) values ('payment-proofs', ${name}, ${actor.id})`,
    );
  expect(await attachProof(customer, order)).toMatchObject({ problem: "proof_failed" });
  await expect(put(other, `${payment}/a.png`)).rejects.toThrow(/row-level security/);
  await expect(put(customer, `${order}/a.png`)).rejects.toThrow(/row-level security/);
  await expect(put(customer, `${payment}/x/a.png`)).rejects.toThrow(/row-level security/);
  for (let index = 0; index < 5; index++) await put(customer, `${payment}/${index}.png`);
  await expect(put(customer, `${payment}/5.png`)).rejects.toThrow(/too many files/);

  expect(await attachProof(other, order)).toMatchObject({ problem: "order_not_found" });
  await Promise.all([1, 2].map(() => attachProof(customer, order)));
  const reported = await asSeed()`
    select from order_events where order_id = ${order} and kind = 'payment_proof_attached'`;
  expect(reported).toHaveLength(1);
  const first = await listPaymentWork(staff);
  expect(first.view, "the first list with work").toBe(
    first.counts.tasks > 0 ? "tasks" : first.counts.approvals > 0 ? "approvals" : "transfers",
  );
  expect(first.counts[first.view]).toBeGreaterThan(0);
  const [waiting] = (await listPaymentWork(staff, "transfers")).work;
  expect(waiting).toMatchObject({ payment_id: payment, proofs: { length: 5 } });
});

test("a proof of transfer keeps the order open until staff decide, also beyond its time to pay", async () => {
  const { order, payment, total } = await place("proof-in-time", "transfer:bank");
  await asCaller(
    callerOf(customer),
    (sql) =>
      sql`insert into storage.objects (bucket_id, name, owner_id) values ('payment-proofs', ${`${payment}/a.png`}, ${customer.id})`,
  );
  const listed = async () =>
    (await listMyOrders(customer, { stage: null, q: "", page: 1 })).orders.find(
      ({ id }) => id === order,
    )?.has_payment_proof;
  expect(await listed()).toBe(false);
  expect((await attachProof(customer, order)).ok).toBe(true);
  expect(await listed()).toBe(true);
  await asSeed()`
    update orders set expires_at = now() - interval '1 day', created_at = created_at - interval '2 days' where id = ${order}`;
  await expireOrders();
  await expireOrder(order);
  expect((await findOrder(customer, order))?.status).toBe("awaiting_payment");
  expect((await listPaymentWork(staff, "transfers")).work.map(({ id }) => id)).toContain(payment);
  expect((await confirmReceipt(staff, { payment_id: payment, amount: total, note: "" })).ok).toBe(
    true,
  );
  expect((await findOrder(customer, order))?.status).toBe("placed");
  expect(await listed()).toBe(false);
  expect(await findBreaches()).toEqual([]);
});

test("cash on delivery is placed at once with its fee, shipped unpaid, and paid when staff book the cash", async () => {
  const { order, payment, total } = await place("cash", "cod:cash");
  const placed = await findOrder(customer, order);
  expect(placed).toMatchObject({ status: "placed", payment_status: "none", payment_fee: 5_000 });
  expect(placed?.total).toBe(
    (placed?.subtotal ?? 0) - (placed?.discount ?? 0) + (placed?.shipping ?? 0) + 5_000,
  );
  expect(await findBreaches()).toEqual([]);
  expect((await packOrder(staff, order)).ok).toBe(true);
  expect(
    (
      await shipOrder(staff, {
        order_id: order,
        courier: "JNE",
        service: "REG",
        tracking_number: "C1",
      })
    ).ok,
  ).toBe(true);
  expect((await confirmReceived(customer, order)).ok).toBe(true);
  expect((await listPaymentWork(staff, "cash")).work.map((item) => item.id)).toEqual([payment]);
  const receipt = { payment_id: payment, amount: total, note: "" };
  await Promise.all([1, 2].map(() => confirmReceipt(staff, receipt)));
  expect(await findOrder(customer, order)).toMatchObject({
    status: "completed",
    payment_status: "paid",
  });
  expect(await findBreaches()).toEqual([]);
});

test("cash is refused outside its area, above its limit, and with three unpaid shipments", async () => {
  const { person, addressId } = await makeCustomer("far-away");
  await asSeed()`update addresses set region_code = (
    select code from regions where code like '94%' and level = 4 limit 1) where id = ${addressId}`;
  const lines = [{ variant_id: await variantInStock(60), quantity: 1 }];
  const input = await orderInput(person, {
    lines,
    payment_method: "cod:cash",
    address_id: addressId,
  });
  const refused = await placeOrder(person, input, { idempotencyKey: "far", language: "id" });
  expect(refused).toMatchObject({ ok: false });

  // A postcode range without cash on delivery within an area that has it.
  const inRange = await makeCustomer("in-range");
  const zone_id = crypto.randomUUID();
  await asSeed()`
    insert into shipping_zones (id, name, cash_on_delivery) values (${zone_id}, '{"id": "Uji", "en": "Test"}', false)`;
  await asSeed()`
    insert into shipping_zone_postcodes (zone_id, first_code, last_code) values (${zone_id}, '40110', '40119')`;
  const cash = await orderInput(inRange.person, {
    lines,
    payment_method: "cod:cash",
    address_id: inRange.addressId,
  });
  expect(
    await placeOrder(inRange.person, cash, { idempotencyKey: "in-range", language: "id" }),
  ).toMatchObject({ ok: false, problem: { code: "payment_method_not_available" } });
  await asSeed()`delete from shipping_zones where id = ${zone_id}`;

  const near = await makeCustomer("near-by");
  await asSeed()`update shop_settings set cod_max = 1000`;
  const dear = await orderInput(near.person, {
    lines,
    payment_method: "cod:cash",
    address_id: near.addressId,
  });
  expect(
    await placeOrder(near.person, dear, { idempotencyKey: "dear", language: "id" }),
  ).toMatchObject({ ok: false, problem: { code: "payment_method_not_available" } });
  await asSeed()`update shop_settings set cod_max = 2000000`;

  for (let index = 0; index < maxUnpaidShipments; index++) {
    await place(`cash-${index}`, "cod:cash", near.person, near.addressId);
  }
  await expect(place("cash-more", "cod:cash", near.person, near.addressId)).rejects.toThrow(
    /payment_method_not_available/,
  );
});

test("a pending order can switch to cash on delivery, and be cancelled before it ships", async () => {
  const { order, total } = await place("va-to-cash", "builtin:va_bri");
  const { person } = await makeCustomer("stranger");
  expect(await payAgain(person, order, "cod:cash")).toMatchObject({ problem: "order_not_found" });
  expect((await payAgain(customer, order, "cod:cash")).ok).toBe(true);
  expect(await findOrder(customer, order)).toMatchObject({
    status: "placed",
    payment_fee: 5_000,
    total: total + 5_000,
  });
  expect((await cancelOrder(customer, order, "customer")).ok).toBe(true);
  const live = await asSeed()`
    select from payments where order_id = ${order} and status in ('created', 'pending', 'authorized')`;
  expect(live).toHaveLength(0);
  expect(await findBreaches()).toEqual([]);
});

test("an order whose promotion requires a payment method cannot change to another", async () => {
  const { order } = await place("promo-bound", "builtin:va_bca");
  await asSeed()`
    update orders set payment_limits = '[["builtin:va_bca", "builtin:qris"]]' where id = ${order}`;
  expect(await payAgain(customer, order, "transfer:bank")).toMatchObject({
    problem: "payment_method_not_available",
  });
  expect((await payAgain(customer, order, "builtin:qris")).ok).toBe(true);
});

test("R7: a payment that staff recorded counts although the process died before settling it", async () => {
  const { order, payment, total } = await place("died-after-receipt", "cod:cash");
  const stage = new Stage(database.url());
  const receive = () => confirmReceipt(staff, { payment_id: payment, amount: total, note: "" });
  const outcomes = await stage.play(new Map([["staff", receive]]), ([ready]) => ({
    actor: "staff",
    how: ready?.step.kind === "committed" ? "crash" : "go",
  }));
  expect(outcomes.get("staff")).toEqual({ kind: "crashed" });
  const jobs = await stage.sql<{ payment: string }[]>`
    select payload ->> 'payment_id' as payment from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'settle-payment'`;
  await stage.close();
  expect(jobs.map((job) => job.payment)).toContain(payment);
  await settlePayment(payment);
  const [row] = await asSeed()`select payment_status from orders where id = ${order}`;
  expect(row).toEqual({ payment_status: "paid" });
});
