import { beforeAll, expect, test } from "vitest";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelShipment, prepareShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { collectsCash } from "#shop/orders/order.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { pdfContents } from "#tests/support/oracles/read-pdf.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { findBatch } from "./find-batch.server.ts";
import { findLabel, findPackingSlip } from "./find-papers.server.ts";
import { pickedItems } from "./picking-list.server.ts";

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

/** Number of texts on the pages of a document. */
const textsIn = (bytes: Uint8Array = new Uint8Array()) =>
  pdfContents(Buffer.from(bytes))
    .split("\n")
    .filter((operation) => operation.trim() === "BT").length;

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

test("of two shipments of a cash order the first label alone collects the cash", async () => {
  const sql = asSeed();
  await sql`update shipping_zones set cash_on_delivery = true`;
  const { person, addressId } = await makeCustomer("dua-paket");
  const input = await orderInput(person, {
    lines: [{ variant_id: await variantInStock(), quantity: 2 }],
    address_id: addressId,
    payment_method: "cod:cash",
  });
  const placed = await placeOrder(person, input, { idempotencyKey: "dua-paket", language: "id" });
  if (!placed.ok) throw new Error(placed.problem.code);
  const { id: order_id } = placed.value.order;
  const [line] = await sql<
    { id: string }[]
  >`select id from order_lines where order_id = ${order_id}`;
  const prepare = async () => {
    const lines = [{ order_line_id: line?.id ?? "", quantity: 1 }];
    const made = await prepareShipment(staff, {
      order_id,
      courier: "JNE",
      service: "REG",
      tracking_number: "",
      lines,
    });
    if (!made.ok) throw new Error(made.problem);
    return made.value.shipment_id;
  };
  const collected = async () => {
    const order = await findOrder(staff, order_id);
    return order?.shipments.map(({ number }) => collectsCash(order, number));
  };
  /** Texts on the label. */
  const textsOf = async (shipment: string) =>
    textsIn((await findLabel(staff, order_id, shipment, "id"))?.bytes);
  const first = await prepare();
  const second = await prepare();
  expect(await collected()).toEqual([true, false]);
  expect(await textsOf(first)).toBe((await textsOf(second)) + 1);
  // The first shipment was unpacked: the second one is the first that leaves.
  await cancelShipment(staff, first);
  await prepare();
  expect(await collected()).toEqual([false, true, false]);
});

test("a label prints both lines of a long sender address", async () => {
  const order = await paidOrder("pengirim", [1]);
  const sql = asSeed();
  const textsOf = async () => textsIn((await findBatch(staff, [order.id], "labels", "id"))?.bytes);
  const [before] = await sql<{ whatsapp: string; street: string }[]>`
    select whatsapp, street from shop_settings`;
  await sql`update shop_settings set street = 'Jl. Braga No. 48', whatsapp = '', email = ''`;
  const short = await textsOf();
  await sql`
    update shop_settings set street = 'Jl. Braga No. 48, lantai 2, sebelah gedung pertemuan', whatsapp = '6281234567890'`;
  const long = await textsOf();
  await sql`update shop_settings set ${sql(before ?? {})}`;
  expect(long).toBe(short + 1);
});

test("labels of several orders are printed one per page or four on a sheet, without the slips", async () => {
  const orders = [];
  for (const name of ["batch-a", "batch-b", "batch-c", "batch-d", "batch-e"])
    orders.push(await paidOrder(name, [2]));
  const ids = orders.map(({ id }) => id);
  const labels = await findBatch(staff, ids, "labels", "id");
  expect(labels?.fileName).toBe("Label kirim.pdf");
  expect(pagesOf(labels?.bytes ?? new Uint8Array())).toEqual(Array(5).fill([298, 420]));
  const sheets = await findBatch(staff, ids, "labels-a4", "id");
  expect(pagesOf(sheets?.bytes ?? new Uint8Array())).toEqual(Array(2).fill([595, 842]));
  // A picking list, then a slip for each order.
  const slips = await findBatch(staff, ids, "slips", "en");
  expect(slips?.fileName).toBe("Packing slips.pdf");
  expect(pagesOf(slips?.bytes ?? new Uint8Array())).toEqual(Array(6).fill([595, 842]));
  expect(await findBatch(orders[0]?.person ?? staff, ids, "labels", "id")).toBeUndefined();

  // The picking list adds up the pieces of a variant over all orders.
  const found = [];
  for (const id of ids) {
    const order = await findOrder(staff, id);
    if (!order) throw new Error("no order");
    found.push({
      order,
      lines: order.lines.map((line) => ({ order_line_id: line.id, quantity: 2 })),
    });
  }
  const skus = new Set(found.flatMap(({ order }) => order.lines.map(({ sku }) => sku)));
  const items = pickedItems(found);
  expect(items).toHaveLength(skus.size);
  expect(items.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10);
});
