import { beforeAll, beforeEach, expect, test } from "vitest";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { cancelOrder } from "#shop/orders/fulfilment/cancel-order.server.ts";
import {
  confirmReceived,
  packOrder,
  shipOrder,
} from "#shop/orders/fulfilment/fulfil-order.server.ts";
import { makePromotion } from "#tests/support/builders/promotions.ts";
import {
  demoPerson,
  openTestProviders,
  orderInput,
  stockOf,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { placeOrder } from "./place-order.server.ts";

/* Orders whose codes discount the whole price (business rule 2): they need no payment. */

testDatabase({ demo: true });
beforeAll(async () => {
  openTestProviders();
  await makePromotion("GRATIS", { type: "percent", value: 100, per_customer_limit: 2 });
  await makePromotion("ANTAR", { class: "shipping", type: "free_shipping", value: 0 });
});
const customer = demoPerson("customer@etalase.test");
const staff = demoPerson("staff@etalase.test");
let variant_id = "";
beforeEach(async () => {
  variant_id = await variantInStock();
});

async function place(key: string): Promise<string> {
  const input = await orderInput(customer, {
    lines: [{ variant_id, quantity: 2 }],
    promo_codes: ["GRATIS", "ANTAR"],
  });
  const placed = await placeOrder(customer, input, { idempotencyKey: key, language: "id" });
  if (!placed.ok) throw new Error(JSON.stringify(placed.problem));
  expect(placed.value).toMatchObject({ order: { status: "placed", total: 0 }, payment: null });
  return placed.value.order.id;
}

test("the mails of a shop without an address name the contact page instead of a reply", async () => {
  const [settings] = await asSeed()<{ email: string }[]>`select email from shop_settings`;
  await asSeed()`update shop_settings set email = ''`;
  const id = await place("without-an-address");
  await asSeed()`update shop_settings set email = ${settings?.email ?? ""}`;
  const [mail] = await asSeed()<{ text: string; headers: object }[]>`
    select text, headers from private.outbox where dedupe_key = ${`order:placed_for_nothing:${id}`}`;
  expect(mail?.headers).toEqual({});
  expect(mail?.text).not.toContain("Balas");
  expect(mail?.text).toContain("halaman Kontak");
  expect((await cancelOrder(customer, id, "customer")).ok).toBe(true);
});

const usesOf = (order: string) =>
  asSeed()<{ status: string }[]>`select status from promo_redemptions where order_id = ${order}`;

test("a free order is placed at once, its mails name no payment, and it is shipped", async () => {
  const before = await stockOf(variant_id);
  const id = await place("nothing-sent");
  expect(await stockOf(variant_id)).toMatchObject({ allocated: before.allocated + 2, held: 0 });
  const [mail] = await asSeed()<{ subject: string; text: string; headers: object }[]>`
    select subject, text, headers from private.outbox
    where dedupe_key = ${`order:placed_for_nothing:${id}`}`;
  expect(mail?.headers).toEqual({ "Reply-To": "halo@etalase.test" });
  expect(mail?.text).toContain("Balas email ini");
  expect(mail?.subject).toContain("kami siapkan");
  expect(mail?.text).toContain("Tidak ada yang perlu dibayar");

  expect((await packOrder(staff, id)).ok).toBe(true);
  const shipment = { order_id: id, courier: "JNE", service: "REG", tracking_number: "JN0" };
  expect((await shipOrder(staff, shipment)).ok).toBe(true);
  expect((await confirmReceived(customer, id)).ok).toBe(true);
  expect(await findOrder(customer, id)).toMatchObject({
    stage: "done",
    payment_status: "none",
    refundable: 0,
    has_invoice: false,
  });
  expect(await usesOf(id)).toEqual([{ status: "claimed" }, { status: "claimed" }]);
  expect(await findBreaches()).toEqual([]);
});

test("a free order cancelled before shipping returns stock and codes, and no money", async () => {
  const before = await stockOf(variant_id);
  const id = await place("nothing-cancelled");
  expect((await cancelOrder(customer, id, "customer")).ok).toBe(true);
  expect(await stockOf(variant_id)).toEqual(before);
  expect(await usesOf(id)).toEqual([{ status: "released" }, { status: "released" }]);
  const money = await asSeed()`
    select from refunds where order_id = ${id} union all
    select from payment_transactions where order_id = ${id} union all
    select from payment_tasks where order_id = ${id}`;
  expect(money).toHaveLength(0);
  expect(await findBreaches()).toEqual([]);
});
