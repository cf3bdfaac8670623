import { beforeAll, expect, test } from "vitest";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { prepareShipment } from "#shop/orders/fulfilment/shipments.server.ts";
import { findGiftCard, findPackingSlip } from "#shop/orders/print-documents/find-papers.server.ts";
import { paidOrder } from "#tests/support/builders/orders.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  orderInput,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { changeRemarks } from "./change-remarks.server.ts";
import { noRemarks, readRemarks } from "./remarks.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);

const staff = demoPerson("staff@etalase.test");
const reader = { ...staff, permissions: ["orders.read"] as const };
const remarks = {
  note: "Titip di satpam.",
  gift: { message: "Selamat ulang tahun!\nSehat selalu.", from: "Bu Ratna" },
};

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test("the order's page shows the note and the gift; the card has no price and no order number", async () => {
  const { person, addressId } = await makeCustomer("hadiah");
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const input = await orderInput(person, { lines, address_id: addressId });
  const placed = await placeOrder(
    person,
    { ...input, remarks },
    { idempotencyKey: "hadiah", language: "id" },
  );
  if (!placed.ok) throw new Error(placed.problem.code);
  const { id, number } = placed.value.order;
  expect(await findOrder(person, id)).toMatchObject({ remarks, can_change_remarks: true });
  expect(await findOrder(staff, id)).toMatchObject({ remarks, can_change_remarks: true });
  expect(await findOrder(reader, id)).toMatchObject({ remarks, can_change_remarks: false });
  const card = await findGiftCard(staff, id, "id");
  expect(card?.fileName).toBe(`kartu-ucapan-${number}.pdf`);
  expect(
    Buffer.from(card?.bytes ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  expect(await findGiftCard(person, id, "id")).toBeUndefined();
  expect((await findPackingSlip(staff, id, null, "id"))?.bytes.length).toBeGreaterThan(0);
});

test("the buyer changes remarks until a shipment is prepared, staff until all is sent; the history has both texts", async () => {
  const { id, person, lines } = await paidOrder("catatan", [2]);
  const stranger = await makeCustomer("orang-lain");
  expect(await changeRemarks(stranger.person, id, remarks)).toMatchObject({
    problem: "order_not_found",
  });
  expect(await changeRemarks(reader, id, remarks)).toMatchObject({ problem: "order_not_found" });
  expect(await changeRemarks(staff, "0", remarks)).toMatchObject({ problem: "order_not_found" });
  const twice = await Promise.all([1, 2].map(() => changeRemarks(person, id, remarks)));
  expect(twice.map(({ ok }) => ok)).toEqual([true, true]);
  const prepare = (quantity: number, tracking_number: string) =>
    prepareShipment(staff, {
      order_id: id,
      courier: "JNE",
      service: "REG",
      tracking_number,
      lines: [{ order_line_id: lines[0]?.id ?? "", quantity }],
    });
  await prepare(1, "");
  expect(await findOrder(person, id)).toMatchObject({ remarks, can_change_remarks: false });
  expect(await changeRemarks(person, id, noRemarks)).toMatchObject({ problem: "order_left" });
  expect(await changeRemarks(staff, id, { note: "", gift: remarks.gift })).toMatchObject({
    ok: true,
  });
  const seen = await findOrder(staff, id);
  expect(seen?.remarks).toEqual({ note: "", gift: remarks.gift });
  const changes = seen?.events.filter(({ kind }) => kind === "remarks_changed") ?? [];
  expect(changes.map(({ by, details }) => [by, details.before, details.after])).toEqual([
    [
      "buyer",
      { note: "", gift_message: null, gift_from: "" },
      { note: remarks.note, gift_message: remarks.gift.message, gift_from: "Bu Ratna" },
    ],
    [
      "shop",
      { note: remarks.note, gift_message: remarks.gift.message, gift_from: "Bu Ratna" },
      { note: "", gift_message: remarks.gift.message, gift_from: "Bu Ratna" },
    ],
  ]);
  // Buyers do not see internal events.
  const own = await findOrder(person, id);
  expect(own?.events.map(({ kind }) => kind)).not.toContain("remarks_changed");
  await asSeed()`update orders set status = 'canceled' where id = ${id}`;
  expect(await changeRemarks(staff, id, noRemarks)).toMatchObject({ problem: "order_left" });
});

test.each([
  [{ note: "  ", gift_message: "unused", gift_from: "unused" }, noRemarks],
  [{ note: "a".repeat(300) }, { note: "a".repeat(300), gift: null }],
  [{ note: "a".repeat(301) }, undefined],
  [{ note: "baris satu\r\nbaris\u0000dua\u202e" }, { note: "baris satu\nbaris dua", gift: null }],
  [{ is_gift: "on" }, { note: "", gift: { message: "", from: "" } }],
  [
    { is_gift: "on", gift_message: " Hai ", gift_from: "Ani" },
    { note: "", gift: { message: "Hai", from: "Ani" } },
  ],
  [{ is_gift: "on", gift_message: "a".repeat(301) }, undefined],
  [{ is_gift: "on", gift_from: "a".repeat(61) }, undefined],
])("%j is read as %j", (fields, expected) => {
  expect(readRemarks(formOf(fields))).toEqual(expected);
});
