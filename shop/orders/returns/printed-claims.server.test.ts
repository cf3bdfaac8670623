import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import {
  cancelShipment,
  deliverShipment,
  prepareShipment,
  sendShipment,
} from "#shop/orders/fulfilment/shipments.server.ts";
import { countPrinted } from "#shop/production/customisations/print-files/print-pieces.server.ts";
import { reprint } from "#shop/production/customisations/print-files/reprint.server.ts";
import { findStaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { type OrderedDesign, orderDesign } from "#tests/support/builders/customisations.ts";
import {
  demoPerson,
  openTestProviders,
  provenAdmin,
  stockOf,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { approveReturn } from "./decide-return.server.ts";
import { requestReturn } from "./request-return.server.ts";
import { resolveClaim } from "./settle-return.server.ts";

testDatabase({ demo: true, max: 10 });
beforeAll(openTestProviders);
const buyer = demoPerson("customer@etalase.test");
let staff: Person;
beforeAll(async () => {
  staff = await provenAdmin();
});

const value = <T>(result: { ok: true; value: T } | { ok: false; problem: string }): T => {
  if (!result.ok) throw new Error(result.problem);
  return result.value;
};
const print = ({ id }: OrderedDesign, good: number) =>
  countPrinted(staff, { id: randomUUID(), customisation_id: id, good, spoiled: 0, reason: "" });
const seen = ({ id }: OrderedDesign) => findStaffCustomisation(staff, id, "id");

/** Pieces that their buyer has, of an order that is completed. */
async function receivedPieces(quantity: number) {
  const design = await orderDesign(buyer, "self", { quantity });
  value(await print(design, quantity));
  const { shipment_id } = value(
    await prepareShipment(staff, {
      order_id: design.order_id,
      courier: "JNE",
      service: "REG",
      tracking_number: "",
    }),
  );
  value(await sendShipment(staff, shipment_id, `R-${shipment_id}`));
  value(await deliverShipment(buyer, shipment_id));
  const [row] = await asSeed()<{ variant_id: string }[]>`
    select variant_id from order_lines where id = ${design.line}`;
  return { ...design, variant: row?.variant_id ?? "" };
}

/** A piece of them is claimed and will be replaced. @returns the replacement's id */
async function replacePiece(design: OrderedDesign): Promise<string> {
  const { return_id } = value(
    await requestReturn(buyer, {
      order_id: design.order_id,
      key: randomUUID(),
      kind: "claim",
      reason: "misprinted",
      note: "Salah nama",
      wish: "replacement",
      lines: [{ order_line_id: design.line, quantity: 1 }],
    }),
  );
  value(await approveReturn(staff, return_id, ""));
  const resolve = () =>
    resolveClaim(staff, return_id, "replacement", { shipping: 0, channel: "original" });
  for (const done of await Promise.all([resolve(), resolve()])) value(done);
  const order = await findOrder(staff, design.order_id);
  return order?.shipments.findLast(({ kind }) => kind === "replacement")?.id ?? "";
}

test("a claim's new piece is printed before it leaves, and takes one piece of the stock", async () => {
  const design = await receivedPieces(2);
  const before = await stockOf(design.variant);
  const replacement = await replacePiece(design);
  expect(await seen(design)).toMatchObject({
    status: "in_production",
    pieces: 3,
    good: 2,
    is_approved: true,
    may_print: true,
    // Whoever prints it reads why.
    reprints: [{ pieces: 1, reason: expect.stringMatching(/^RET-\d+$/) }],
  });
  expect(await sendShipment(staff, replacement, "GANTI-1")).toEqual({
    ok: false,
    problem: "pieces_not_printed",
  });
  expect(await print(design, 2)).toEqual({ ok: false, problem: "job_too_many" });
  expect(await print(design, 1)).toMatchObject({ value: { status: "done", good: 3 } });
  value(await sendShipment(staff, replacement, "GANTI-1"));
  value(await deliverShipment(buyer, replacement));
  expect(await stockOf(design.variant)).toMatchObject({
    on_hand: before.on_hand - 1,
    allocated: before.allocated,
  });
  expect((await findOrder(buyer, design.order_id))?.status).toBe("completed");
  expect(await findBreaches()).toEqual([]);
});

test("a replacement that is canceled needs no print; one that was printed is written off", async () => {
  const design = await receivedPieces(1);
  const before = await stockOf(design.variant);
  value(await cancelShipment(staff, await replacePiece(design)));
  expect(await seen(design)).toMatchObject({ status: "done", pieces: 1, good: 1 });
  expect(await stockOf(design.variant)).toMatchObject(before);

  const other = await receivedPieces(1);
  const stock = await stockOf(other.variant);
  const replacement = await replacePiece(other);
  value(await print(other, 1));
  value(await cancelShipment(staff, replacement));
  value(await cancelShipment(staff, replacement));
  expect(await seen(other)).toMatchObject({ status: "done" });
  expect(await stockOf(other.variant)).toMatchObject({
    on_hand: stock.on_hand - 1,
    allocated: stock.allocated,
  });
  expect(await findBreaches()).toEqual([]);
});

test("what was received is printed again when staff ask for it", async () => {
  const design = await receivedPieces(1);
  const key = { id: randomUUID(), customisation_id: design.id, pieces: 1, reason: "Hilang" };
  expect(await reprint(staff, key)).toEqual({ ok: true, value: null });
  expect(await print(design, 1)).toMatchObject({ value: { status: "done", good: 2 } });
});
