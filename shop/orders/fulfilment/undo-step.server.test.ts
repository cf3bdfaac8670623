import { beforeAll, expect, test } from "vitest";
import { findStockDifferences } from "#shop/catalogue/stock/reconcile-stock.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { refundOrder } from "#shop/orders/refunds/refund-order.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import {
  mailsAbout,
  newestMail,
  type PaidOrder,
  paidOrder,
} from "#tests/support/builders/orders.ts";
import {
  demoPerson,
  openTestProviders,
  provenAdmin,
  stockOf,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { correctTracking } from "./correct-tracking.server.ts";
import { confirmReceived, packOrder, readyForPickup, shipOrder } from "./fulfil-order.server.ts";
import { handOver } from "./hand-over.server.ts";
import { deliverShipment, prepareShipment, sendShipment } from "./shipments.server.ts";
import { findUndoableStep, undoStep } from "./undo-step.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

const staff = demoPerson("staff@etalase.test");
const customer = demoPerson("customer@etalase.test");
const jne = { courier: "JNE", service: "REG" };

/** All that a step may change: states, times, stock, numbers. */
async function snapshot(order: PaidOrder) {
  const [row] = await asSeed()`
    select status, fulfilment_status, packed_at, closed_at, needs_review from orders where id = ${order.id}`;
  const shipments = await asSeed()`
    select id, status, tracking_number, shipped_at, delivered_at from shipments
    where order_id = ${order.id} and status <> 'canceled' order by position`;
  const stock = await Promise.all(order.lines.map((line) => stockOf(line.variant_id)));
  return { row, shipments, stock };
}

async function newestStep(order: PaidOrder): Promise<number> {
  const step = await findUndoableStep(staff, order.id);
  if (!step) throw new Error("no step");
  return step.id;
}

const undoNewest = async (order: PaidOrder) => undoStep(staff, order.id, await newestStep(order));

async function prepared(
  order: PaidOrder,
  tracking_number = "",
  lines?: { order_line_id: string; quantity: number }[],
) {
  const made = await prepareShipment(staff, {
    ...jne,
    order_id: order.id,
    tracking_number,
    ...(lines ? { lines } : {}),
  });
  if (!made.ok) throw new Error(made.problem);
  return made.value.shipment_id;
}

test("the undo of each step of an order restores exactly the state before it", async () => {
  const order = await paidOrder("urung-semua", [3, 1]);
  const paid = await snapshot(order);
  await packOrder(staff, order.id);
  const packed = await snapshot(order);
  expect(await undoNewest(order)).toMatchObject({ ok: true });
  expect(await snapshot(order)).toEqual(paid);
  expect(await findUndoableStep(staff, order.id)).toBe(null);

  await packOrder(staff, order.id);
  expect((await snapshot(order)).row).toMatchObject({ packed_at: expect.any(Date) });
  expect(packed.row).not.toEqual(paid.row);
  const shipment = await prepared(order);
  const before = await snapshot(order);
  await sendShipment(staff, shipment, "JN-URUNG");
  const sent = await snapshot(order);
  await deliverShipment(staff, shipment);
  expect((await snapshot(order)).row).toMatchObject({ status: "completed" });
  // The delivery first, then the sending: each step is the newest one only after later ones are undone.
  expect(await undoNewest(order)).toMatchObject({ ok: true });
  expect(await snapshot(order)).toEqual(sent);
  expect(await undoNewest(order)).toMatchObject({ ok: true });
  expect(await snapshot(order)).toEqual(before);
  expect(await findBreaches()).toEqual([]);
});

test("the undo cancels a shipment sent in one step, and the order can be sent and delivered again with mails", async () => {
  const order = await paidOrder("urung-sekali", [2]);
  const paid = await snapshot(order);
  const ship = { ...jne, order_id: order.id, tracking_number: "JN-SEKALI" };
  await shipOrder(staff, ship);
  await undoNewest(order);
  expect(await snapshot(order)).toEqual(paid);
  const mail = await newestMail(order.id, "not_shipped");
  expect(mail?.subject).toContain("belum dikirim");
  await shipOrder(staff, ship);
  await confirmReceived(staff, order.id);
  await undoNewest(order);
  await confirmReceived(staff, order.id);
  expect((await findOrder(order.person, order.id))?.stage).toBe("done");
  expect(await mailsAbout(order.id)).toEqual([
    "paid",
    "shipped",
    "not_shipped",
    "shipped",
    "delivered",
    "not_delivered",
    "delivered",
  ]);
  expect(await findBreaches()).toEqual([]);
});

test("a prepared shipment can be sent, undone and sent again; stock counts it once", async () => {
  const order = await paidOrder("urung-ulang", [2]);
  const line = order.lines[0]?.variant_id ?? "";
  const before = await stockOf(line);
  const shipment = await prepared(order, "JN-ULANG");
  for (let round = 0; round < 3; round += 1) {
    await sendShipment(staff, shipment);
    expect(await stockOf(line)).toMatchObject({ on_hand: before.on_hand - 2 });
    await undoNewest(order);
    expect(await stockOf(line)).toEqual(before);
  }
  await sendShipment(staff, shipment);
  expect(await stockOf(line)).toMatchObject({ on_hand: before.on_hand - 2 });
  expect((await mailsAbout(order.id)).filter((kind) => kind === "shipped")).toHaveLength(4);
  expect(await findBreaches()).toEqual([]);
});

test("an order whose sending was undone can be cancelled; its pieces are for sale again", async () => {
  const order = await paidOrder("urung-batal", [3]);
  const line = order.lines[0]?.variant_id ?? "";
  const held = await stockOf(line);
  await shipOrder(staff, { ...jne, order_id: order.id, tracking_number: "JN-BATAL" });
  await undoNewest(order);
  const canceled = await cancelOrder(await provenAdmin(), order.id, "staff", {
    restock: true,
    refund: true,
    notify: false,
    note: "",
  });
  expect(canceled).toMatchObject({ ok: true });
  expect(await stockOf(line)).toMatchObject({
    on_hand: held.on_hand,
    allocated: held.allocated - 3,
    available: held.available + 3,
  });
  expect((await findStockDifferences()).differences).toEqual([]);
  expect(await findBreaches()).toEqual([]);
});

test("an order that was in review before its delivery is in review after the undo", async () => {
  const order = await paidOrder("urung-tinjau", [1]);
  await shipOrder(staff, { ...jne, order_id: order.id, tracking_number: "JN-TINJAU" });
  await asSeed()`update orders set needs_review = true where id = ${order.id}`;
  const before = await snapshot(order);
  await confirmReceived(staff, order.id);
  expect((await snapshot(order)).row).toMatchObject({ needs_review: false });
  await undoNewest(order);
  expect(await snapshot(order)).toEqual(before);
});

test("the delivery of one part is undone without a mail, and parts that arrived before stay delivered", async () => {
  const order = await paidOrder("urung-bagian", [1, 1]);
  const [first, second] = order.lines.map(({ id }) => [{ order_line_id: id, quantity: 1 }]);
  const one = await prepared(order, "JN-A", first);
  const two = await prepared(order, "JN-B", second);
  await sendShipment(staff, one);
  await sendShipment(staff, two);
  const sent = await snapshot(order);
  await deliverShipment(staff, one);
  await undoNewest(order);
  expect(await snapshot(order)).toEqual(sent);
  expect(await mailsAbout(order.id)).not.toContain("not_delivered");
  await deliverShipment(staff, one);
  const part = await snapshot(order);
  await confirmReceived(staff, order.id);
  await undoNewest(order);
  expect(await snapshot(order)).toEqual(part);
  expect(await findBreaches()).toEqual([]);
});

test("handing over at the counter is undone in its two steps", async () => {
  const order = await paidOrder("urung-ambil", [1]);
  await asSeed()`
    update orders set shipping_quote = jsonb_set(shipping_quote, '{source}', '"pickup"') where id = ${order.id}`;
  const paid = await snapshot(order);
  await handOver(staff, order.id);
  await undoNewest(order);
  await undoNewest(order);
  expect(await snapshot(order)).toEqual(paid);
  expect((await newestMail(order.id, "not_shipped"))?.subject).toContain("belum siap diambil");
  expect(await readyForPickup(staff, { order_id: order.id })).toMatchObject({ ok: true });
});

test("the buyer sees the undo in the history and the stage before the step", async () => {
  const order = await paidOrder("urung-terlihat", [1]);
  await shipOrder(staff, { ...jne, order_id: order.id, tracking_number: "JN-LIHAT" });
  await undoNewest(order);
  const seen = await findOrder(order.person, order.id);
  expect(seen?.stage).toBe("processing");
  expect(seen?.events.map(({ kind, undone }) => [kind, undone])).toContainEqual(["shipped", true]);
  expect(seen?.events.at(-1)).toMatchObject({ kind: "step_undone", details: { step: "shipped" } });
});

test("only staff who fulfil orders undo a step, and never a step of the buyer", async () => {
  const order = await paidOrder("urung-hak", [1]);
  await shipOrder(staff, { ...jne, order_id: order.id, tracking_number: "JN-HAK" });
  const step = await newestStep(order);
  for (const person of [order.person, customer]) {
    expect(await findUndoableStep(person, order.id)).toBe(null);
    expect(await undoStep(person, order.id, step)).toMatchObject({ problem: "order_not_found" });
  }
  await confirmReceived(order.person, order.id);
  expect(await findUndoableStep(staff, order.id)).toBe(null);
  expect(await undoStep(staff, order.id, step)).toMatchObject({ problem: "step_superseded" });
  expect(await undoStep(staff, order.id, Number.NaN)).toMatchObject({ problem: "step_superseded" });
});

test("the program and the database refuse an undo after ten minutes", async () => {
  const order = await paidOrder("urung-terlambat", [1]);
  await shipOrder(staff, { ...jne, order_id: order.id, tracking_number: "JN-LAMA" });
  const step = await newestStep(order);
  const sql = asSeed();
  await sql`update shipments set shipped_at = shipped_at - interval '10 minutes' where order_id = ${order.id}`;
  expect(await findUndoableStep(staff, order.id)).toBe(null);
  expect(await undoStep(staff, order.id, step)).toMatchObject({ problem: "undo_too_late" });
  await expect(
    sql`update shipments set status = 'pending', shipped_at = null where order_id = ${order.id}`,
  ).rejects.toMatchObject({ constraint: "shipment_status_step" });
  await confirmReceived(staff, order.id);
  await sql`update orders set closed_at = closed_at - interval '10 minutes' where id = ${order.id}`;
  await expect(
    sql`update orders set status = 'placed', closed_at = null where id = ${order.id}`,
  ).rejects.toMatchObject({ constraint: "order_status_step" });
});

test("a later return, refund or shipment prevents the undo; a corrected tracking number does not", async () => {
  const [returned, refunded, divided, noted] = [
    await paidOrder("urung-retur", [2]),
    await paidOrder("urung-refund", [2]),
    await paidOrder("urung-dua", [2]),
    await paidOrder("urung-catatan", [2]),
  ];
  const claim = { kind: "claim", reason: "damaged", note: "Retak.", wish: "refund" } as const;
  const sentStep = async (order: PaidOrder, quantity: number) => {
    const lines = [{ order_line_id: order.lines[0]?.id ?? "", quantity }];
    await shipOrder(staff, { ...jne, order_id: order.id, tracking_number: "JN-1", lines });
    return newestStep(order);
  };
  const first = await sentStep(returned, 2);
  const lines = [{ order_line_id: returned.lines[0]?.id ?? "", quantity: 1 }];
  expect(
    await requestReturn(returned.person, {
      ...claim,
      order_id: returned.id,
      key: "urung-retur",
      lines,
    }),
  ).toMatchObject({ ok: true });
  expect(await undoStep(staff, returned.id, first)).toMatchObject({ problem: "step_superseded" });
  // The database refuses by itself too.
  await expect(
    asSeed()`update shipments set status = 'pending', shipped_at = null where order_id = ${returned.id}`,
  ).rejects.toMatchObject({ constraint: "returned_too_many" });

  const second = await sentStep(refunded, 2);
  const refund = await refundOrder(await provenAdmin(), {
    order_id: refunded.id,
    key: crypto.randomUUID(),
    lines: [],
    shipping: 0,
    fee: 0,
    goodwill: 1_000,
    channel: "original",
    reason: "goodwill",
    note: "",
    restock: false,
    notify: false,
  });
  expect(refund).toMatchObject({ ok: true });
  expect(await undoStep(staff, refunded.id, second)).toMatchObject({ problem: "step_superseded" });

  const third = await sentStep(divided, 1);
  await prepared(divided);
  expect(await undoStep(staff, divided.id, third)).toMatchObject({ problem: "step_superseded" });

  const fourth = await sentStep(noted, 2);
  const [shipment] = (await findOrder(staff, noted.id))?.shipments ?? [];
  await correctTracking(staff, shipment?.id ?? "", { ...jne, tracking_number: "JN-2" });
  expect(await undoStep(staff, noted.id, fourth)).toMatchObject({ ok: true });
  expect(await findBreaches()).toEqual([]);
});

test("an order that was completed by the refund of its unsent pieces stays completed", async () => {
  const order = await paidOrder("urung-selesai", [1, 1]);
  const [sent, unsent] = order.lines.map(({ id }) => [{ order_line_id: id, quantity: 1 }]);
  const shipment = await prepared(order, "JN-SISA", sent);
  await sendShipment(staff, shipment);
  await deliverShipment(staff, shipment);
  const refund = await refundOrder(await provenAdmin(), {
    order_id: order.id,
    key: crypto.randomUUID(),
    lines: unsent ?? [],
    shipping: 0,
    fee: 0,
    goodwill: 0,
    channel: "original",
    reason: "inventory",
    note: "",
    restock: true,
    notify: false,
  });
  expect(refund).toMatchObject({ ok: true });
  expect((await snapshot(order)).row).toMatchObject({ status: "completed" });
  expect(await findUndoableStep(staff, order.id)).toBe(null);
});

test("twenty equal undos change the order once, and a repeated one never undoes the step before", async () => {
  const order = await paidOrder("urung-bersama", [2]);
  const shipment = await prepared(order, "JN-SAMA");
  await sendShipment(staff, shipment);
  const sent = await snapshot(order);
  await deliverShipment(staff, shipment);
  const step = await newestStep(order);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => undoStep(staff, order.id, step)),
  );
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(await snapshot(order)).toEqual(sent);
  expect(await mailsAbout(order.id)).toEqual(["paid", "shipped", "delivered", "not_delivered"]);
});

test("an undo concurrent with a delivery, a return or a corrected number has the result of one after the other", async () => {
  for (let round = 0; round < 6; round += 1) {
    const order = await paidOrder(`urung-balap-${round}`, [2]);
    const shipment = await prepared(order, `JN-B${round}`);
    await sendShipment(staff, shipment);
    const step = await newestStep(order);
    const lines = [{ order_line_id: order.lines[0]?.id ?? "", quantity: 2 }];
    const other = [
      () => deliverShipment(order.person, shipment),
      () =>
        requestReturn(order.person, {
          order_id: order.id,
          key: `urung-balap-${round}`,
          kind: "claim",
          reason: "damaged",
          note: "Retak.",
          wish: "refund",
          lines,
        }),
      () => correctTracking(staff, shipment, { ...jne, tracking_number: `JN-C${round}` }),
    ][round % 3];
    const [undone, done] = await Promise.all([undoStep(staff, order.id, step), other?.()]);
    const { row, shipments } = await snapshot(order);
    if (round % 3 === 2) expect([undone.ok, done?.ok]).toEqual([true, true]);
    else expect([undone.ok, done?.ok].filter(Boolean)).toHaveLength(1);
    expect(shipments[0]?.status).toBe(
      undone.ok ? "pending" : round % 3 === 0 ? "delivered" : "shipped",
    );
    expect(row?.status).toBe(!undone.ok && round % 3 === 0 ? "completed" : "placed");
  }
  expect(await findBreaches()).toEqual([]);
});
