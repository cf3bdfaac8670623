import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { packOrder } from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { prepareShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { findStaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { addVersion, printBy } from "#tests/support/builders/design-versions.ts";
import { setLimits } from "#tests/support/builders/limits.ts";
import {
  demoPerson,
  openTestProviders,
  orderInput,
  payWith,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { countPrinted, type PrintedInput } from "./print-pieces.server.ts";
import { reprint } from "./reprint.server.ts";

testDatabase({ demo: true, max: 20 });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
let variant_id = "";

beforeAll(async () => {
  openTestProviders();
  variant_id = await variantInStock();
});

/** An order of pieces with a design. */
async function ordered(
  quantity: number,
  policy: "self" | "review" = "self",
  payment_method = "builtin:card",
) {
  const design_id = await addVersion(await printBy(variant_id, { policy }), ["Rani"]);
  const input = await orderInput(buyer, {
    lines: [{ variant_id, quantity, design_id }],
    payment_method,
  });
  const placed = await placeOrder(buyer, input, { idempotencyKey: randomUUID(), language: "id" });
  if (!placed.ok) throw new Error(placed.problem.code);
  const order_id = placed.value.order.id;
  const payment = placed.value.payment?.id ?? "";
  const [row] = await asSeed()<{ id: string; line: string }[]>`
    select id, order_line_id as line from customisations where order_id = ${order_id}`;
  if (!row) throw new Error("no customisation");
  return { ...row, order_id, payment };
}

async function pay(paymentId: string) {
  await payWith(paymentId);
  await settlePayment(paymentId);
}

const count = (customisation_id: string, part: Partial<PrintedInput> = {}) =>
  countPrinted(staff, {
    id: randomUUID(),
    customisation_id,
    good: 1,
    spoiled: 0,
    reason: "",
    ...part,
  });

const ship = (order_id: string, line: string, quantity: number) =>
  prepareShipment(staff, {
    order_id,
    courier: "JNE",
    service: "REG",
    tracking_number: randomUUID(),
    lines: [{ order_line_id: line, quantity }],
  });

test("printing waits for the payment; the first piece begins it, the last good one ends it", async () => {
  const { id, payment } = await ordered(3);
  expect(await count(id)).toEqual({ ok: false, problem: "order_not_paid" });
  await pay(payment);
  expect(await count(id)).toMatchObject({ value: { status: "in_production", good: 1 } });
  expect(await count(id, { good: 3 })).toEqual({ ok: false, problem: "job_too_many" });
  expect(await count(id, { good: 2 })).toMatchObject({ value: { status: "done", good: 3 } });
  expect(await count(id)).toEqual({ ok: false, problem: "job_not_approved" });
});

test("an order that is paid on delivery is printed before", async () => {
  const { id } = await ordered(1, "self", "cod:cash");
  expect(await findStaffCustomisation(staff, id, "id")).toMatchObject({ may_print: true });
  expect(await count(id)).toMatchObject({ value: { status: "done", good: 1 } });
});

test("a spoiled piece leaves the stock with its reason, once however often the count is sent", async () => {
  const { id, payment } = await ordered(1);
  await pay(payment);
  expect(await count(id, { good: 0, spoiled: 1 })).toEqual({
    ok: false,
    problem: "spoiled_reason_missing",
  });
  const before = await stockOf(variant_id);
  const sent = { id: randomUUID(), good: 0, spoiled: 1, reason: "Luntur" };
  const answers = await Promise.all([count(id, sent), count(id, sent), count(id, sent)]);
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect((await stockOf(variant_id)).on_hand).toBe(before.on_hand - 1);
  expect(await count(id)).toMatchObject({ value: { status: "done", good: 1 } });
});

test("spoiled and reprinted pieces above the write-off limit are refused, and nothing is stored", async () => {
  const { id, payment } = await ordered(2);
  await pay(payment);
  await count(id, { good: 2 });
  const stored = async () => ({
    on_hand: (await stockOf(variant_id)).on_hand,
    rows: await asSeed()`
      select id from production_jobs where customisation_id = ${id}
      union all select id from reprints where customisation_id = ${id}`,
  });
  const again = () =>
    reprint(staff, { id: randomUUID(), customisation_id: id, pieces: 1, reason: "Luntur" });
  const refused = { ok: false, problem: "write_off_over_limit" };
  await setLimits({ write_off: 0 });
  try {
    const before = await stored();
    expect(await again()).toEqual(refused);
    expect(await stored()).toEqual(before);
    await setLimits({});
    expect((await again()).ok).toBe(true);
    await setLimits({ write_off: 0 });
    const reprinted = await stored();
    expect(await count(id, { good: 0, spoiled: 1, reason: "Luntur" })).toEqual(refused);
    expect(await stored()).toEqual(reprinted);
    expect((await count(id)).ok).toBe(true);
  } finally {
    await setLimits({});
  }
});

test("packing and shipments wait for good pieces", async () => {
  const { id, order_id, line, payment } = await ordered(2);
  await pay(payment);
  const pack = () => packOrder(staff, order_id);
  const packed = () => asSeed()`
    select from orders where id = ${order_id} and packed_at is not null`;
  expect(await pack()).toEqual({ ok: false, problem: "pieces_not_printed" });
  expect((await findOrder(staff, order_id))?.lines).toMatchObject([{ printed: 0 }]);
  expect((await findOrder(buyer, order_id))?.lines).toMatchObject([{ printed: null }]);
  expect(await packed()).toHaveLength(0);
  expect(await ship(order_id, line, 1)).toEqual({ ok: false, problem: "pieces_not_printed" });
  await count(id);
  expect(await ship(order_id, line, 2)).toEqual({ ok: false, problem: "pieces_not_printed" });
  expect((await ship(order_id, line, 1)).ok).toBe(true);
  expect(await ship(order_id, line, 1)).toEqual({ ok: false, problem: "pieces_not_printed" });
  await count(id);
  expect((await pack()).ok).toBe(true);
  expect((await ship(order_id, line, 1)).ok).toBe(true);
});

test("what nobody approved is not printed, and customers do not print", async () => {
  const { id, payment } = await ordered(1, "review");
  await pay(payment);
  expect(await count(id)).toEqual({ ok: false, problem: "job_not_approved" });
  const own = await countPrinted(buyer, {
    id: randomUUID(),
    customisation_id: id,
    good: 1,
    spoiled: 0,
    reason: "",
  });
  expect(own).toEqual({ ok: false, problem: "not_permitted" });
  expect(await count(randomUUID())).toEqual({ ok: false, problem: "customisation_not_found" });
  expect(await asSeed()`select from production_jobs where customisation_id = ${id}`).toEqual([]);
});

test("two people who print the last piece at once make one of it", async () => {
  const { id, payment } = await ordered(1);
  await pay(payment);
  const answers = await Promise.all(Array.from({ length: 6 }, () => count(id)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
});

test("a count or a reprint with the id of another design's stores nothing", async () => {
  const [one, two] = [await ordered(2), await ordered(2)];
  for (const { payment } of [one, two]) await pay(payment);
  const id = randomUUID();
  expect(await count(one.id, { id })).toMatchObject({ value: { good: 1 } });
  expect(await count(two.id, { id })).toMatchObject({ value: { good: 0 } });
  const again = { id, pieces: 1, reason: "Luntur" };
  expect(await reprint(staff, { ...again, customisation_id: one.id })).toMatchObject({ ok: true });
  await count(two.id);
  const { on_hand } = await stockOf(variant_id);
  expect(await reprint(staff, { ...again, customisation_id: two.id })).toMatchObject({ ok: true });
  expect((await stockOf(variant_id)).on_hand).toBe(on_hand);
});

test("printed pieces are printed again with a reason, without another approval, from the stock, once however often asked", async () => {
  const { id, payment } = await ordered(2);
  const ask = (key: string, pieces = 1) =>
    reprint(staff, { id: key, customisation_id: id, pieces, reason: "Salah ukuran" });
  expect(await ask(randomUUID())).toEqual({ ok: false, problem: "order_not_paid" });
  await pay(payment);
  expect(await ask(randomUUID())).toEqual({ ok: false, problem: "reprint_not_printed" });
  await count(id, { good: 2 });
  const status = async () => (await findStaffCustomisation(staff, id, "id"))?.status;
  expect(await status()).toBe("done");
  const before = await stockOf(variant_id);
  const key = randomUUID();
  expect(await Promise.all([ask(key), ask(key)])).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  expect((await stockOf(variant_id)).on_hand).toBe(before.on_hand - 1);
  expect(await findStaffCustomisation(staff, id, "id")).toMatchObject({
    status: "in_production",
    pieces: 3,
    good: 2,
    is_approved: true,
  });
  expect((await count(id)).ok).toBe(true);
  expect(await status()).toBe("done");
  expect((await ask(randomUUID(), 90)).ok).toBe(false);
  expect(await status()).toBe("done");
});
