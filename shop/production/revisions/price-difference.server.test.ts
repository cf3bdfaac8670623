import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { directDatabaseUrl } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import { expireOrder } from "#shop/orders/fulfilment/expire-order.server.ts";
import { payAgain } from "#shop/orders/payments/attempts/pay-again.server.ts";
import { confirmReceipt } from "#shop/orders/payments/settlement/confirm-receipt.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { findPriceDifferences } from "#shop/orders/reconcile-prices.server.ts";
import { type RefundInput, refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { takeIntoReview } from "#shop/production/customisations/proofs/review-design.server.ts";
import { listMyDesigns } from "#shop/production/customisations/read-customisations.server.ts";
import type { OrderedDesign } from "#tests/support/builders/customisations.ts";
import {
  askDearer,
  orderLettered,
  rejectAgain,
  revisionTo,
  seenOf,
} from "#tests/support/builders/revisions.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  payWith,
  provenStaff,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { reviseDesign } from "./revise-design.server.ts";
import { settleSupplement } from "./settle-supplement.server.ts";

testDatabase({ demo: true, max: 20 });
const buyer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
beforeAll(openTestProviders);

async function pay(order: string): Promise<string> {
  const opened = await payAgain(buyer, order, "builtin:card");
  if (!opened.ok) throw new Error(opened.problem);
  await payWith(opened.value.payment_id);
  await settlePayment(opened.value.payment_id);
  return opened.value.payment_id;
}

async function moneyOf(order: string) {
  const [row] = await asSeed()<
    { status: string; total: number; paid: number; promised: number; queued: boolean }[]
  >`
    select o.status, o.total::int, o.paid_total::int as paid,
      (select coalesce(sum(amount), 0)::int from refunds r where r.order_id = o.id) as promised
    from orders o where o.id = ${order}`;
  return row;
}

const isQueued = async (id: string) => {
  const sql = openPostgres(directDatabaseUrl(), { max: 1 });
  const found = await sql`
    select from graphile_worker._private_jobs where key = ${`supplement:${id}`}`;
  await sql.end();
  return found.length === 1;
};

const versions = async ({ id }: OrderedDesign) => {
  const rows = await asSeed()<{ words: string[] }[]>`
    select words from proofs where customisation_id = ${id} order by version`;
  return rows.map(({ words }) => words.join(" "));
};

test("a dearer version waits for the payment of its difference, and becomes a proof once", async () => {
  const design = await orderLettered(buyer, staff, { quantity: 2 });
  // The buyer asks for a change of what the shop drew, then changes it themselves.
  for (const status of ["submitted", "in_review", "proof_sent", "changes_requested"]) {
    await asSeed()`update customisations set status = ${status}, rejection = null, rejection_note = '' where id = ${design.id}`;
  }
  const before = await moneyOf(design.order_id);
  const input = await revisionTo(buyer, design, "Raniati", 6_000);
  const sent = await reviseDesign(buyer, input);
  if (!sent.ok || sent.value.to_pay === null) throw new Error("nothing is to be paid");
  const order = sent.value.to_pay;
  expect(await reviseDesign(buyer, input)).toEqual(sent);
  expect(await moneyOf(order)).toMatchObject({ status: "awaiting_payment", total: 6_000, paid: 0 });
  expect(await versions(design)).toEqual(["Rani"]);
  expect(await seenOf(design.id)).toMatchObject({ status: "changes_requested" });
  const stage = async () =>
    (await listMyDesigns(buyer, null, "id")).cards.find(({ id }) => id === design.id)?.stage;
  // The buyer's turn, though it was the shop's before: they have to pay.
  expect(await stage()).toBe("answer");
  const [mail] = await asSeed()<{ subject: string; text: string }[]>`
    select subject, text from private.outbox where dedupe_key = ${`order:awaiting_payment:${order}`}`;
  expect(mail?.text).toContain("Bayar Rp6.000");
  // Cash on delivery cannot bring it.
  expect(await payAgain(buyer, order, "cod:cash")).toMatchObject({ ok: false });
  await settleSupplement(input.id);
  expect(await versions(design)).toEqual(["Rani"]);

  await pay(order);
  expect(await isQueued(input.id)).toBe(true);
  for (const _ of [1, 2]) await settleSupplement(input.id);
  expect(await versions(design)).toEqual(["Rani", "Raniati"]);
  expect(await stage()).toBe("submitted");
  expect(await seenOf(design.id)).toMatchObject({ status: "submitted", proof_id: input.id });
  expect(await moneyOf(order)).toMatchObject({ status: "completed", paid: 6_000, promised: 0 });
  expect(await moneyOf(design.order_id)).toEqual(before);
  expect(await reviseDesign(buyer, input)).toEqual({ ok: true, value: { to_pay: null } });
  expect((await findPriceDifferences()).differences).toEqual([]);
});

test("a cheaper version gives the difference back, once, and the rest goes back with the order", async () => {
  const design = await orderLettered(buyer, staff, { quantity: 2 });
  const input = await revisionTo(buyer, design, "Ra", -4_000);
  expect(await reviseDesign(buyer, { ...input, difference: -3_999 })).toEqual({
    ok: false,
    problem: "price_changed",
  });
  const answers = await Promise.all([1, 2, 3].map(() => reviseDesign(buyer, input)));
  for (const answer of answers) expect(answer).toEqual({ ok: true, value: { to_pay: null } });
  expect(await versions(design)).toEqual(["Rani", "Ra"]);
  const paid = (await moneyOf(design.order_id))?.paid;
  expect(await moneyOf(design.order_id)).toMatchObject({ promised: 4_000 });
  const [line] = await asSeed()<{ total: number; lowered: number; units: number }[]>`
    select total::int, lowered::int, (select sum(u)::int from unnest(unit_totals) u) as units
    from order_lines where id = ${design.line}`;
  expect(line).toMatchObject({ lowered: 4_000, units: (line?.total ?? 0) - 4_000 });
  expect((await findPriceDifferences()).differences).toEqual([]);
  expect(await cancelOrder(buyer, design.order_id, "customer")).toMatchObject({ ok: true });
  expect(await moneyOf(design.order_id)).toMatchObject({ status: "canceled", promised: paid });
});

test("a price that rose and falls again gives back the supplement first", async () => {
  const design = await orderLettered(buyer, staff);
  const { id, order } = await askDearer(buyer, design, "Raniatina", 5_000);
  await pay(order);
  await settleSupplement(id);
  await rejectAgain(staff, design);
  const input = await revisionTo(buyer, design, "Ra", -7_000);
  expect(await reviseDesign(buyer, input)).toMatchObject({ ok: true });
  expect(await moneyOf(order)).toMatchObject({ paid: 5_000, promised: 5_000 });
  expect(await moneyOf(design.order_id)).toMatchObject({ promised: 2_000 });
  expect((await findPriceDifferences()).differences).toEqual([]);
});

test("money for a version that staff overtook goes back, whatever came first", async () => {
  const design = await orderLettered(buyer, staff);
  const { id, order } = await askDearer(buyer, design, "Raniati", 3_000);
  const payment = await payAgain(buyer, order, "builtin:card");
  if (!payment.ok) throw new Error(payment.problem);
  expect(await takeIntoReview(staff, await seenOf(design.id))).toMatchObject({ ok: true });
  expect(await isQueued(id)).toBe(true);
  await payWith(payment.value.payment_id);
  // The job settles what came at the last moment.
  for (const _ of [1, 2]) await settleSupplement(id);
  expect(await versions(design)).toEqual(["Rani"]);
  expect(await moneyOf(order)).toMatchObject({ status: "canceled", paid: 3_000, promised: 3_000 });

  const unpaid = await orderLettered(buyer, staff);
  const second = await askDearer(buyer, unpaid, "Raniati", 3_000);
  expect(await takeIntoReview(staff, await seenOf(unpaid.id))).toMatchObject({ ok: true });
  await settleSupplement(second.id);
  expect(await moneyOf(second.order)).toMatchObject({ status: "canceled", paid: 0, promised: 0 });
  const [mail] = await asSeed()<{ text: string }[]>`
    select text from private.outbox where dedupe_key = ${`order:canceled:${second.order}`}`;
  expect(mail?.text).toContain("tidak perlu dibayar");
});

test("another version replaces the one that waits, and a late payment of the first goes back", async () => {
  const design = await orderLettered(buyer, staff);
  const first = await askDearer(buyer, design, "Raniati", 3_000);
  const opened = await payAgain(buyer, first.order, "builtin:card");
  const second = await askDearer(buyer, design, "Raniatina", 5_000);
  if (!opened.ok) throw new Error(opened.problem);
  await payWith(opened.value.payment_id);
  await settlePayment(opened.value.payment_id);
  await settleSupplement(first.id);
  expect(await moneyOf(first.order)).toMatchObject({ status: "canceled", promised: 3_000 });
  await pay(second.order);
  await settleSupplement(second.id);
  expect(await versions(design)).toEqual(["Rani", "Raniatina"]);
});

test("a supplement whose time is over still counts when it is paid late and nothing changed", async () => {
  const design = await orderLettered(buyer, staff, { quantity: 4 });
  const { id, order } = await askDearer(buyer, design, "Raniati", 12_000);
  const opened = await payAgain(buyer, order, "transfer:bank");
  if (!opened.ok) throw new Error(opened.problem);
  await asSeed()`update orders set expires_at = now() - interval '3 days' where id = ${order}`;
  await expireOrder(order);
  expect(await moneyOf(order)).toMatchObject({ status: "expired" });
  await settleSupplement(id);
  const [row] = await asSeed()<{ amount: number }[]>`
    select amount from payments where id = ${opened.value.payment_id}`;
  await confirmReceipt(await provenStaff(), {
    payment_id: opened.value.payment_id,
    amount: row?.amount ?? 0,
    note: "",
  });
  await settlePayment(opened.value.payment_id);
  await settleSupplement(id);
  expect(await versions(design)).toEqual(["Rani", "Raniati"]);
});

test("whoever gets a piece or the order back gets the supplement of it back", async () => {
  const design = await orderLettered(buyer, staff, { quantity: 2 });
  const { id, order } = await askDearer(buyer, design, "Raniati", 6_000);
  await pay(order);
  await settleSupplement(id);
  const refund = {
    order_id: design.order_id,
    key: randomUUID(),
    shipping: 0,
    fee: 0,
    goodwill: 0,
    lines: [{ order_line_id: design.line, quantity: 1 }],
    channel: "original",
    reason: "staff",
    note: "",
    restock: true,
    notify: true,
  } satisfies RefundInput;
  const manager = await provenStaff();
  for (const _ of [1, 2]) expect(await refundOrder(manager, refund)).toMatchObject({ ok: true });
  expect(await moneyOf(order)).toMatchObject({ paid: 6_000, promised: 3_000 });
  // The other piece keeps its price.
  await rejectAgain(staff, design);
  const cheaper = await revisionTo(buyer, design, "Ra", -10_000);
  expect(await reviseDesign(buyer, cheaper)).toEqual({ ok: false, problem: "price_settled" });
  expect(await versions(design)).toEqual(["Rani", "Raniati"]);
  expect(await cancelOrder(buyer, design.order_id, "customer")).toMatchObject({ ok: true });
  expect(await moneyOf(order)).toMatchObject({ paid: 6_000, promised: 6_000 });
  const main = await moneyOf(design.order_id);
  expect(main?.promised).toBe(main?.paid);
});

test("a canceled order withdraws the version that waits", async () => {
  const design = await orderLettered(buyer, staff);
  const { id, order } = await askDearer(buyer, design, "Raniati", 3_000);
  expect(await cancelOrder(buyer, design.order_id, "customer")).toMatchObject({ ok: true });
  expect(await isQueued(id)).toBe(true);
  await settleSupplement(id);
  expect(await moneyOf(order)).toMatchObject({ status: "canceled", promised: 0 });
  const [row] = await asSeed()`
    select state, proof from private.design_supplements where id = ${id}`;
  expect(row).toEqual({ state: "withdrawn", proof: null });
});

test("nobody else pays, changes or learns of a supplement", async () => {
  const design = await orderLettered(buyer, staff);
  const input = await revisionTo(buyer, design, "Raniati", 3_000);
  const { person } = await makeCustomer("Penambah");
  expect(await reviseDesign(person, input)).toEqual({
    ok: false,
    problem: "customisation_not_found",
  });
  const { order } = await askDearer(buyer, design, "Raniati", 3_000);
  expect(await payAgain(person, order, "builtin:card")).toEqual({
    ok: false,
    problem: "order_not_found",
  });
});

test("an order accepts at most 30 dearer versions within a day", async () => {
  const design = await orderLettered(buyer, staff);
  await asSeed()`
    insert into order_events (order_id, kind)
    select ${design.order_id}, 'refund_account' from generate_series(1, 29)`;
  await askDearer(buyer, design, "Raniati", 3_000);
  expect(await reviseDesign(buyer, await revisionTo(buyer, design, "Raniat", 2_000))).toEqual({
    ok: false,
    problem: "too_many_requests",
  });
  const [asked] = await asSeed()<{ orders: number }[]>`
    select count(*)::int as orders from orders where supplement_of = ${design.order_id}`;
  expect(asked).toEqual({ orders: 1 });
});
