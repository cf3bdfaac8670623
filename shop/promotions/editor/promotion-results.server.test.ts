import { beforeAll, expect, test } from "vitest";
import { type Person, visitor } from "#shop/kernel/access.ts";
import { quoteCart } from "#shop/orders/cart/quote-cart.server.ts";
import { placeOrder } from "#shop/orders/checkout/place-order.server.ts";
import { flushRefusals } from "#shop/promotions/count-refusals.server.ts";
import { payFor } from "#tests/support/builders/orders.ts";
import { makeBatch, makePromotion } from "#tests/support/builders/promotions.ts";
import {
  makeCustomer,
  openTestProviders,
  orderInput,
  provenAdmin,
  variantInStock,
} from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { changeStatus } from "./change-status.server.ts";
import { duplicatePromotion } from "./duplicate-promotion.server.ts";
import { findPromotion } from "./find-promotion.server.ts";
import { readPromotionResults } from "./promotion-results.server.ts";

testDatabase({ demo: true, max: 6 });
let staff: Person;
beforeAll(async () => {
  openTestProviders();
  staff = await provenAdmin();
});

test("the results add up orders, new buyers, revenue and discounts, by day, by code and by province", async () => {
  const id = await makePromotion("HASIL");
  const [bulk = ""] = await makeBatch(staff, id, { count: 2, prefix: "HADIAH-" });
  const siti = await makeCustomer("siti-hasil");
  const budi = await makeCustomer("budi-hasil");
  await payFor(siti.person, siti.addressId, "hasil-1", [1], ["HASIL"]);
  await payFor(siti.person, siti.addressId, "hasil-2", [1], [bulk]);
  await payFor(budi.person, budi.addressId, "hasil-3", [2], ["HASIL"]);
  const [sum] = await asSeed()<{ revenue: number }[]>`
    select sum(o.total)::bigint as revenue from orders o join order_promos p on p.order_id = o.id
    where p.promotion_id = ${id}`;
  const results = await readPromotionResults(staff, id);
  expect(results).toMatchObject({
    orders: 3,
    new_buyers: 2,
    revenue: sum?.revenue,
    discount: 30_000,
    codes: [
      { code: "HASIL", is_batch: false, orders: 2, discount: 20_000 },
      { code: "HADIAH-", is_batch: true, orders: 1, discount: 10_000 },
    ],
  });
  expect(results?.provinces.map(({ orders, discount }) => ({ orders, discount }))).toEqual([
    { orders: 3, discount: 30_000 },
  ]);
  expect(results?.provinces[0]?.name).toMatch(/^[A-Z]/);
  expect(results?.days).toHaveLength(1);
  expect(results?.days[0]).toMatchObject({ orders: 3, discount: 30_000 });
});

test("refused tries are counted by reason: once a buyer, from carts and from orders, and without their transaction", async () => {
  const id = await makePromotion("DITOLAK", { min_subtotal: 900_000_000 });
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const ask = (network: string) =>
    quoteCart({ actor: visitor, network }, { lines, promo_codes: ["ditolak"] }, "id");
  await ask("203.0.113.1");
  await ask("203.0.113.1");
  await ask("203.0.113.2");
  const { person, addressId } = await makeCustomer("ditolak");
  const input = await orderInput(person, { lines, address_id: addressId });
  const placed = await placeOrder(
    person,
    { ...input, promo_codes: ["DITOLAK", "TIDAK-ADA"], expected_total: input.expected_total - 1 },
    { idempotencyKey: "ditolak", language: "id", network: "203.0.113.3" },
  );
  expect(placed.ok).toBe(false);
  await flushRefusals();
  await flushRefusals();
  const results = await readPromotionResults(staff, id);
  expect(results?.refusals).toEqual([{ reason: "promo_min_subtotal", n: 3 }]);
  const [others] = await asSeed()`
    select count(*)::int as n from private.promo_refusals_daily where promotion_id <> ${id}`;
  expect(others).toEqual({ n: 0 });
});

test("pausing, ending and archiving stop a code at once, keep what orders were promised, and can be taken back", async () => {
  const id = await makePromotion("HENTI");
  const { person, addressId } = await makeCustomer("henti");
  const paid = await payFor(person, addressId, "henti-1", [1], ["HENTI"]);
  const promised = () => asSeed()`
    select o.total, o.discount, p.discount as promised from orders o join order_promos p on p.order_id = o.id
    where o.id = ${paid.id}`;
  const before = await promised();
  const lines = [{ variant_id: await variantInStock(), quantity: 1 }];
  const discount = async () =>
    (await quoteCart({ actor: visitor }, { lines, promo_codes: ["HENTI"] }, "id")).discount;
  const state = async () => (await findPromotion(staff, id))?.state;
  expect(await discount()).toBe(10_000);
  await changeStatus(staff, id, "pause");
  expect([await discount(), await state()]).toEqual([0, "off"]);
  await changeStatus(staff, id, "resume");
  expect([await discount(), await state()]).toEqual([10_000, "active"]);
  await changeStatus(staff, id, "end");
  expect([await discount(), await state()]).toEqual([0, "ended"]);
  await changeStatus(staff, id, "archive");
  expect([await discount(), await state()]).toEqual([0, "archived"]);
  expect(await changeStatus(staff, id, "resume")).toEqual({
    ok: false,
    problem: "promotion_archived_enabled",
  });
  await changeStatus(staff, id, "unarchive");
  expect(await state()).toBe("off");
  expect(await promised()).toEqual(before);
});

test("ending a promotion that has not begun ends it before its start", async () => {
  const id = await makePromotion("BELUM", {
    starts_at: "2099-01-01T00:00",
    ends_at: "2099-02-01T00:00",
  });
  expect((await changeStatus(staff, id, "end")).ok).toBe(true);
  expect((await findPromotion(staff, id))?.state).toBe("ended");
});

test("a copy has the same rules, is off, has no codes, and repeating the request makes one", async () => {
  const id = await makePromotion("ASALNYA", { min_subtotal: 50_000 });
  const copy = crypto.randomUUID();
  await duplicatePromotion(staff, id, copy);
  await duplicatePromotion(staff, id, copy);
  const found = await findPromotion(staff, copy);
  expect(found).toMatchObject({
    state: "off",
    version: 1,
    fields: { min_subtotal: 50_000, codes: [], name: { id: "ASALNYA (salinan)" } },
  });
  expect((await findPromotion(staff, id))?.fields.codes).toEqual(["ASALNYA"]);
});
