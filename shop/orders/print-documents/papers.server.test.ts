import { beforeAll, expect, test } from "vitest";
import { prepareShipment } from "#shop/fulfilment/shipments.server.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findOrder } from "../find-order.server.ts";
import { findLabel, findPackingSlip } from "./find-papers.server.ts";

testDatabase({ demo: true, max: 10 });
beforeAll(openTestProviders);

const staff = demoPerson("staff@etalase.test");
/** Sizes of a document's pages in points. */
const pagesOf = (bytes: Uint8Array) =>
  [
    ...Buffer.from(bytes)
      .toString("latin1")
      .matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g),
  ].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]);

test("a packing slip is an A4 page for a shipment or the unshipped rest; a label is an A6 page", async () => {
  const order = await paidOrder("kertas", [3, 1]);
  const made = await prepareShipment(staff, {
    order_id: order.id,
    courier: "JNE",
    service: "REG",
    tracking_number: "",
    lines: [{ order_line_id: order.lines[0]?.id ?? "", quantity: 2 }],
  });
  const shipmentId = made.ok ? made.value.shipment_id : "";
  const { number } = (await findOrder(staff, order.id)) ?? { number: "" };
  const rest = await findPackingSlip(staff, order.id, null, "id");
  expect(rest?.fileName).toBe(`daftar-isi-${number}.pdf`);
  expect(pagesOf(rest?.bytes ?? new Uint8Array())).toEqual([[595, 842]]);
  const slip = await findPackingSlip(staff, order.id, shipmentId, "en");
  expect(slip?.fileName).toBe(`packing-slip-${number}-F1.pdf`);
  const label = await findLabel(staff, order.id, shipmentId, "id");
  expect(label?.fileName).toBe(`label-${number}-F1.pdf`);
  expect(pagesOf(label?.bytes ?? new Uint8Array())).toEqual([[298, 420]]);
  expect(
    Buffer.from(label?.bytes ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");

  // Both documents are for staff, and for a shipment of that order only.
  const other = await paidOrder("kertas-lain", [1]);
  expect(await findLabel(staff, other.id, shipmentId, "id")).toBeUndefined();
  expect(await findLabel(order.person, order.id, shipmentId, "id")).toBeUndefined();
  expect(await findPackingSlip(order.person, order.id, null, "id")).toBeUndefined();
  expect(await findPackingSlip(staff, "0", null, "id")).toBeUndefined();
});
