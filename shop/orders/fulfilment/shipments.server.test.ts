import { beforeAll, expect, test } from "vitest";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { mailsAbout, paidOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, openTestProviders, setStock, stockOf } from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { confirmReceived, shipOrder } from "./fulfil-order.server.ts";
import {
  cancelShipment,
  deliverShipment,
  prepareShipment,
  sendShipment,
} from "./shipments.server.ts";

testDatabase({ demo: true, max: 20 });
beforeAll(openTestProviders);

const staff = demoPerson("staff@etalase.test");
const stranger = demoPerson("customer@etalase.test");
const shipment = { courier: "JNE", service: "REG", tracking_number: "" };
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: string }): T => {
  if (!result.ok) throw new Error(result.problem);
  return result.value;
};

test("an order ships in parts; its status follows its shipments", async () => {
  const order = await paidOrder("dua-paket", [3, 1]);
  const [first, second] = order.lines;
  if (!first || !second) throw new Error("no lines");
  const before = await stockOf(first.variant_id);
  const state = async () => {
    const found = await findOrder(order.person, order.id);
    return [found?.status, found?.fulfilment_status];
  };

  const one = value(
    await prepareShipment(staff, {
      ...shipment,
      order_id: order.id,
      lines: [{ order_line_id: first.id, quantity: 2 }],
    }),
  );
  // A prepared shipment moves no stock, sends no mail and does not count as fulfilment.
  expect(await state()).toEqual(["placed", "unfulfilled"]);
  expect(await stockOf(first.variant_id)).toEqual(before);
  expect(await mailsAbout(order.id)).toEqual(["paid"]);
  expect(await sendShipment(staff, one.shipment_id)).toMatchObject({
    problem: "tracking_number_needed",
  });
  expect(await sendShipment(staff, one.shipment_id, "1,00123E+13")).toMatchObject({
    problem: "tracking_number_rounded",
  });
  expect(await mailsAbout(order.id)).toEqual(["paid"]);
  await sendShipment(staff, one.shipment_id, "\u200bJN-1 ");
  await sendShipment(staff, one.shipment_id, "JN-1");
  expect(await state()).toEqual(["placed", "partial"]);
  expect(await stockOf(first.variant_id)).toMatchObject({ on_hand: before.on_hand - 2 });

  expect(
    await shipOrder(staff, {
      ...shipment,
      order_id: order.id,
      tracking_number: "JN-2",
      lines: [{ order_line_id: first.id, quantity: 2 }],
    }),
  ).toMatchObject({ problem: "shipped_too_many" });
  const two = value(
    await shipOrder(staff, { ...shipment, order_id: order.id, tracking_number: "JN-2" }),
  );
  expect(await state()).toEqual(["placed", "fulfilled"]);

  const seen = await findOrder(order.person, order.id);
  expect(
    seen?.shipments.map(({ number, status, lines }) => [number, status, lines.length]),
  ).toEqual([
    [`${seen?.number}-F1`, "shipped", 1],
    [`${seen?.number}-F2`, "shipped", 2],
  ]);
  expect(await deliverShipment(stranger, one.shipment_id)).toMatchObject({
    problem: "shipment_not_found",
  });
  value(await deliverShipment(order.person, one.shipment_id));
  expect(await state()).toEqual(["placed", "fulfilled"]);
  value(await deliverShipment(order.person, two.shipment_id));
  expect(await state()).toEqual(["completed", "delivered"]);
  expect(await mailsAbout(order.id)).toEqual(["paid", "shipped", "shipped", "delivered"]);
  const actors = await asSeed()`
    select kind from order_events where order_id = ${order.id} and actor_id is null`;
  expect(actors).toEqual([{ kind: "paid" }]);
  expect(await findBreaches()).toEqual([]);
});

test("a shipment can be unpacked until it has left, and its pieces can ship in another one", async () => {
  const order = await paidOrder("bongkar", [2]);
  const made = value(await prepareShipment(staff, { ...shipment, order_id: order.id }));
  expect(await prepareShipment(staff, { ...shipment, order_id: order.id })).toMatchObject({
    problem: "nothing_to_ship",
  });
  expect(await cancelShipment(order.person, made.shipment_id)).toMatchObject({
    problem: "shipment_not_found",
  });
  value(await cancelShipment(staff, made.shipment_id));
  const again = value(
    await shipOrder(staff, { ...shipment, order_id: order.id, tracking_number: "JN-9" }),
  );
  expect(await cancelShipment(staff, again.shipment_id)).toMatchObject({
    problem: "shipment_left",
  });
  // Cancelling every shipment does not cancel the order; sending all pieces completes it.
  value(await confirmReceived(order.person, order.id));
  expect(await findBreaches()).toEqual([]);
});

test("twenty clerks at once never pack a piece twice", async () => {
  const order = await paidOrder("rebutan", [5]);
  const line = order.lines[0]?.id ?? "";
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      prepareShipment(staff, {
        ...shipment,
        order_id: order.id,
        lines: [{ order_line_id: line, quantity: 1 }],
      }),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(5);
  const positions = await asSeed()<{ position: number }[]>`
    select position from shipments where order_id = ${order.id} order by position`;
  expect(positions.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
});

test("a custom item ships once its approved proof is printed, and from the first print its buyer cannot cancel", async () => {
  const order = await paidOrder("contoh-cetak", [1]);
  const sql = asSeed();
  await sql`
    insert into customisations (order_id, order_line_id, customer_id, name, document)
    values (${order.id}, ${order.lines[0]?.id ?? ""}, ${order.person.id}, 'Nama', '{}')`;
  expect((await findOrder(order.person, order.id))?.can_cancel).toBe(true);
  expect(await prepareShipment(staff, { ...shipment, order_id: order.id })).toMatchObject({
    problem: "proof_not_approved",
  });
  await sql`
    insert into proofs (customisation_id, customer_id, version, document, document_hash, decision, decided_at)
    select id, customer_id, 1, '{}', repeat('0', 64), 'approved', now() from customisations
    where order_id = ${order.id}`;
  for (const status of ["in_review", "proof_sent", "approved"]) {
    await sql`update customisations set status = ${status} where order_id = ${order.id}`;
  }
  expect((await findOrder(order.person, order.id))?.can_cancel).toBe(true);
  expect(await prepareShipment(staff, { ...shipment, order_id: order.id })).toMatchObject({
    problem: "pieces_not_printed",
  });
  await sql`
    insert into production_jobs (id, customisation_id, proof_id, good)
    select gen_random_uuid(), c.id, p.id, 1 from customisations c join proofs p on p.customisation_id = c.id
    where c.order_id = ${order.id}`;
  expect(await cancelOrder(order.person, order.id, "customer")).toMatchObject({
    problem: "order_not_cancelable",
  });
  expect(await findOrder(order.person, order.id)).toMatchObject({
    can_cancel: false,
    can_ask_to_cancel: true,
  });
  value(await prepareShipment(staff, { ...shipment, order_id: order.id }));
});

test("pieces that are not on hand cannot ship until they are", async () => {
  const order = await paidOrder("belum-ada", [2]);
  const [line] = order.lines;
  if (!line) throw new Error("no lines");
  const { on_hand, available } = await stockOf(line.variant_id);
  // Count all but one piece as missing.
  await setStock(line.variant_id, available - (on_hand - 1));
  const shipmentOfAll = { ...shipment, order_id: order.id, tracking_number: "JN-KOSONG" };
  expect(await shipOrder(staff, shipmentOfAll)).toEqual({ ok: false, problem: "pieces_missing" });
  expect((await stockOf(line.variant_id)).on_hand).toBe(1);
  await setStock(line.variant_id, available);
  expect((await shipOrder(staff, shipmentOfAll)).ok).toBe(true);
  expect((await stockOf(line.variant_id)).on_hand).toBe(on_hand - 2);
  expect(await findBreaches()).toEqual([]);
});
