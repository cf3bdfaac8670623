import { beforeAll, expect, test } from "vitest";
import { seedId } from "#db/seed/deterministic.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { quoteCheckout } from "#shop/orders/checkout/quote-checkout.server.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { findTrackedOrder } from "#shop/orders/order-link.server.ts";
import { settlePayment } from "#shop/orders/payments/settlement/settle-payment.server.ts";
import { findLabel, findPackingSlip } from "#shop/orders/print-documents/find-papers.server.ts";
import { newestMail, paidOrder } from "#tests/support/builders/orders.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  payWith,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { correctTracking } from "./correct-tracking.server.ts";
import { confirmReceived, readyForPickup } from "./fulfil-order.server.ts";

testDatabase({ demo: true });
beforeAll(openTestProviders);
const staff = demoPerson("staff@etalase.test");

async function fetchedOrder(name: string, payment_method = "builtin:card") {
  const { person, addressId } = await makeCustomer(name);
  const variant = await variantInStock();
  const asked = {
    lines: [{ variant_id: variant, quantity: 2 }],
    address_id: addressId,
    shipping_method_id: seedId("method:pickup"),
    payment_method,
  };
  const quote = await quoteCheckout({ actor: person }, asked, "id");
  const input = {
    ...asked,
    expected_total: quote.total,
    accepted_terms_version: quote.terms_version,
  };
  const placed = await placeOrder(person, input, { idempotencyKey: name, language: "id" });
  if (!placed.ok || !placed.value.payment) throw new Error(JSON.stringify(placed));
  const { order, payment } = placed.value;
  if (payment_method === "builtin:card") {
    await payWith(payment.id);
    await settlePayment(payment.id);
  }
  return { id: order.id, person, variant };
}

test("staff see the shop's delivery names in their language, until they are renamed", async () => {
  const { id } = await fetchedOrder("sebutan");
  const called = async (language: "id" | "en") =>
    (await findOrder(staff, id, language))?.shipping_name;
  const callIt = (name: string) =>
    asSeed()`
      update shipping_methods set name = name || ${asSeed().json({ id: name })}
      where id = ${seedId("method:pickup")}`;
  expect([await called("id"), await called("en")]).toEqual(["Ambil di toko", "Pick up in store"]);
  await callIt("Ambil sendiri");
  // An order retains the method's name at the time of purchase.
  expect([await called("id"), await called("en")]).toEqual(["Ambil di toko", "Ambil di toko"]);
  await callIt("Ambil di toko");
});

test("a pickup order is ready without a courier, and complete once collected", async () => {
  const { id, person, variant } = await fetchedOrder("ambil");
  const before = await stockOf(variant);
  expect(await findOrder(person, id)).toMatchObject({ is_pickup: true, stage: "processing" });
  expect(await findLabel(staff, id, null, "id")).toBeUndefined();

  const answers = await Promise.all([1, 2].map(() => readyForPickup(staff, { order_id: id })));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  const ready = await findOrder(staff, id);
  expect(ready).toMatchObject({ stage: "shipped", fulfilment_status: "fulfilled" });
  expect(ready?.shipments).toMatchObject([
    { status: "shipped", courier: "Jl. Braga No. 48", tracking_number: null },
  ]);
  expect((await stockOf(variant)).on_hand).toBe(before.on_hand - 2);
  const shipment = ready?.shipments[0]?.id ?? "";
  expect(await findLabel(staff, id, shipment, "id")).toBeUndefined();
  expect(await findPackingSlip(staff, id, shipment, "id")).toBeDefined();

  const number = { courier: "JNE", service: "", tracking_number: "JN-1" };
  expect(await correctTracking(staff, shipment, number)).toMatchObject({
    problem: "shipment_not_found",
  });

  const mail = await newestMail(id, "shipped");
  expect(mail?.subject).toMatch(/siap diambil$/);
  expect(mail?.text).toContain("Jl. Braga No. 48");
  expect(mail?.text).toContain("Jam buka: Senin");
  expect((await newestMail(id, "paid"))?.text).toContain("Ambil di toko");
  expect(mail?.text).not.toMatch(/dikirim|resi|kurir|Ongkir/i);
  const token = /\/Order\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(await findTrackedOrder(token, "pickup")).toMatchObject({
    is_pickup: true,
    place: "Jl. Braga No. 48",
    stage: "shipped",
  });

  expect((await confirmReceived(person, id)).ok).toBe(true);
  expect((await findOrder(person, id))?.stage).toBe("done");
  expect((await newestMail(id, "delivered"))?.subject).toMatch(/sudah diambil$/);
  expect(await findBreaches()).toEqual([]);
});

test("only staff record a collection, only of pickup orders, and only once paid", async () => {
  const { id, person } = await fetchedOrder("ambil-siapa");
  expect(await readyForPickup(person, { order_id: id })).toMatchObject({
    problem: "order_not_found",
  });
  const sent = await paidOrder("dikirim-biasa", [1]);
  expect(await readyForPickup(staff, { order_id: sent.id })).toMatchObject({
    problem: "tracking_number_needed",
  });
  const unpaid = await fetchedOrder("ambil-belum-bayar", "builtin:qris");
  expect(await readyForPickup(staff, { order_id: unpaid.id })).toMatchObject({
    problem: "order_not_paid",
  });
});

test("cash for a pickup order is paid at the shop, not to a courier", async () => {
  const { id } = await fetchedOrder("ambil-tunai", "cod:cash");
  const mail = await newestMail(id, "placed_for_cash");
  expect(mail?.subject).toMatch(/bayar saat diambil$/);
  expect(mail?.text).toContain("saat mengambilnya di");
  expect(mail?.text).not.toMatch(/kurir/i);
  expect((await readyForPickup(staff, { order_id: id })).ok).toBe(true);
});
