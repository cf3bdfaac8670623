import fc from "fast-check";
import { expect, test } from "vitest";
import { carts, checkOrderOfCodes, checkPrice } from "#tests/support/price-oracle.ts";
import type { Promotion } from "../promotions/promotion.ts";
import type { ShippingRate } from "../shipping/rates.ts";
import { type CartToPrice, type LineToPrice, priceCart } from "./price-cart.ts";

const mug: LineToPrice = {
  unit_price: 85_000,
  quantity: 2,
  weight_grams: 400,
  length_mm: 120,
  width_mm: 120,
  height_mm: 110,
  category_slugs: ["mug"],
};
const poster: LineToPrice = { ...mug, unit_price: 60_000, quantity: 1, category_slugs: ["poster"] };
const tenPercent: Promotion = {
  id: "ten",
  code: "SEPULUH",
  name: "",
  class: "order",
  type: "percent",
  value: 10,
  max_discount: null,
  min_subtotal: 0,
  first_order_only: false,
  category_slugs: [],
  starts_at: null,
  ends_at: null,
  enabled: true,
  usage_limit: null,
  per_customer_limit: null,
  used: 0,
  used_by_customer: 0,
  orders_of_customer: 0,
};
const mugsOnly: Promotion = {
  ...tenPercent,
  id: "mugs",
  code: "MUG",
  class: "product",
  type: "fixed",
  value: 20_000,
  category_slugs: ["mug"],
};
const freeDelivery: Promotion = {
  ...tenPercent,
  id: "free",
  code: "GRATIS",
  class: "shipping",
  type: "free_shipping",
  value: 0,
};
const regular: ShippingRate = {
  method_id: "regular",
  name: "",
  courier: "JNE",
  service: "REG",
  min_weight_grams: 0,
  max_weight_grams: 30_000,
  max_subtotal: null,
  volumetric_divisor: 6_000,
  first_kg: 18_000,
  next_kg: 15_000,
  min_days: 2,
  max_days: 3,
  free_from: null,
  max_subsidy: null,
};
const cart: CartToPrice = {
  lines: [mug, poster],
  promotions: [],
  rates: [regular],
  shipping_method_id: "regular",
  tax: { numerator: 11, denominator: 111 },
  now: new Date("2026-11-20T03:00:00Z"),
};
const problemsOf = (given: CartToPrice) =>
  priceCart(given).promo_problems.map(({ promotion, problem }) => [promotion.code, problem.code]);

test("without a code a cart costs its goods and the delivery", () => {
  const priced = priceCart(cart);
  // 1,200 g are two begun kilograms.
  expect(priced).toMatchObject({
    subtotal: 230_000,
    discount: 0,
    shipping: 33_000,
    total: 263_000,
  });
  expect(priced.tax_included).toBe(16_847 + 5_946 + 3_270);
});

test("a code on products acts first and on its own products, one on the order on what is left", () => {
  const priced = priceCart({ ...cart, promotions: [tenPercent, mugsOnly] });
  expect(priced.promos.map(({ promotion, discount }) => [promotion.code, discount])).toEqual([
    ["MUG", 20_000],
    ["SEPULUH", 21_000],
  ]);
  expect(priced.lines.map((line) => line.total)).toEqual([135_000, 54_000]);
});

test("of two codes of one class the first counts and the other says with which it cannot be combined", () => {
  const other = { ...tenPercent, id: "twenty", code: "DUAPULUH", value: 20 };
  const priced = priceCart({ ...cart, promotions: [tenPercent, other] });
  expect(priced.discount).toBe(23_000);
  expect(priced.promo_problems).toEqual([
    { promotion: other, problem: { code: "promo_not_combinable", with: "SEPULUH" } },
  ]);
});

test("a threshold looks at the goods after discounts on products", () => {
  const from220 = { ...tenPercent, min_subtotal: 220_000 };
  expect(priceCart({ ...cart, promotions: [from220] }).discount).toBe(23_000);
  const priced = priceCart({ ...cart, promotions: [mugsOnly, from220] });
  expect(priced.discount).toBe(20_000);
  expect(priced.promo_problems[0]?.problem).toEqual({
    code: "promo_min_subtotal",
    missing: 10_000,
  });
});

test("a discount larger than the goods leaves exactly nothing to pay for them", () => {
  const huge = { ...tenPercent, type: "fixed", value: 10_000_000 } as const;
  const priced = priceCart({ ...cart, promotions: [huge] });
  expect(priced).toMatchObject({ discount: 230_000, total: 33_000 });
  expect(priced.lines.every((line) => line.total === 0 && line.tax_included === 0)).toBe(true);
});

test("a code for delivery that names categories needs goods of them", () => {
  const forPosters = { ...freeDelivery, category_slugs: ["poster"] };
  expect(priceCart({ ...cart, promotions: [forPosters] }).shipping).toBe(0);
  const withoutPoster = { ...cart, lines: [mug], promotions: [forPosters] };
  expect(priceCart(withoutPoster).shipping).toBe(18_000);
  expect(problemsOf(withoutPoster)).toEqual([["GRATIS", "promo_no_eligible_items"]]);
});

test("a method that is not offered is never replaced by another", () => {
  const express = { ...regular, method_id: "express", max_weight_grams: 1_000 };
  const priced = priceCart({ ...cart, rates: [regular, express], shipping_method_id: "express" });
  expect(priced.shipping).toBeNull();
  expect(priced.shipping_options.map(({ rate }) => rate.method_id)).toEqual(["regular"]);
});

test("any cart costs what a second opinion in exact fractions says", () => {
  fc.assert(fc.property(carts, checkPrice), { numRuns: 2_000 });
});

test("the order of the codes decides only between codes of one class", () => {
  fc.assert(fc.property(carts, checkOrderOfCodes), { numRuns: 2_000 });
});
