import fc from "fast-check";
import { expect, test } from "vitest";
import type { Promotion } from "#shop/promotions/promotion.ts";
import { carts } from "#tests/support/builders/price-carts.ts";
import {
  sampleCart,
  sampleLine,
  samplePromotion,
  sampleRate,
} from "#tests/support/builders/price-samples.ts";
import { checkOrderOfCodes, checkPrice } from "#tests/support/oracles/price-oracle.ts";
import { isWholeRun } from "#tests/support/runner/whole-run.ts";
import { type CartToPrice, type LineToPrice, type PricedCart, priceCart } from "./price-cart.ts";

const mug: LineToPrice = { ...sampleLine, quantity: 2 };
const poster: LineToPrice = {
  ...sampleLine,
  variant_id: "poster-a3",
  product_id: "poster",
  unit_price: 60_000,
  category_ids: ["poster"],
};
const tenPercent = samplePromotion;
const mugsOnly: Promotion = {
  ...tenPercent,
  id: "mugs",
  code: "MUG",
  class: "product",
  type: "fixed",
  value: 20_000,
  category_ids: ["mug"],
};
const freeDelivery: Promotion = {
  ...tenPercent,
  id: "free",
  code: "GRATIS",
  class: "shipping",
  type: "free_shipping",
  value: 0,
};
const regular = sampleRate;
const cart: CartToPrice = { ...sampleCart, lines: [mug, poster] };
const problemsOf = (given: CartToPrice) =>
  priceCart(given).promo_problems.map(({ promotion, problem }) => [promotion.code, problem.code]);

test("without a code a cart costs its goods and the delivery", () => {
  const priced = priceCart(cart);
  // 1,200 g count as two kilograms.
  expect(priced).toMatchObject({
    subtotal: 230_000,
    discount: 0,
    shipping: 33_000,
    total: 263_000,
  });
  expect(priced.tax_included).toBe(16_847 + 5_946 + 3_270);
});

test("a product code acts first on its own products, an order code on the remainder", () => {
  const priced = priceCart({ ...cart, promotions: [tenPercent, mugsOnly] });
  expect(priced.promos.map(({ promotion, discount }) => [promotion.code, discount])).toEqual([
    ["MUG", 20_000],
    ["SEPULUH", 21_000],
  ]);
  expect(priced.lines.map((line) => line.total)).toEqual([135_000, 54_000]);
});

test("of two codes of one class the first counts and the other names the conflict", () => {
  const other = { ...tenPercent, id: "twenty", code: "DUAPULUH", value: 20 };
  const priced = priceCart({ ...cart, promotions: [tenPercent, other] });
  expect(priced.discount).toBe(23_000);
  expect(priced.promo_problems).toEqual([
    { promotion: other, problem: { code: "promo_not_combinable", with: "SEPULUH" } },
  ]);
});

test("a threshold counts the goods after product discounts", () => {
  const from220 = { ...tenPercent, min_subtotal: 220_000 };
  expect(priceCart({ ...cart, promotions: [from220] }).discount).toBe(23_000);
  const priced = priceCart({ ...cart, promotions: [mugsOnly, from220] });
  expect(priced.discount).toBe(20_000);
  expect(priced.promo_problems[0]?.problem).toEqual({
    code: "promo_min_subtotal",
    missing: 10_000,
  });
});

test("a discount larger than the goods makes them cost zero", () => {
  const huge = { ...tenPercent, type: "fixed", value: 10_000_000 } as const;
  const priced = priceCart({ ...cart, promotions: [huge] });
  expect(priced).toMatchObject({ discount: 230_000, total: 33_000 });
  expect(priced.lines.every((line) => line.total === 0 && line.tax_included === 0)).toBe(true);
});

test("a code for delivery that names categories needs goods of them", () => {
  const forPosters = { ...freeDelivery, category_ids: ["poster"] };
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

test("free delivery also applies to goods discounted to zero", () => {
  const all = { ...tenPercent, value: 100 };
  const priced = priceCart({ ...cart, promotions: [all, freeDelivery] });
  expect(priced).toMatchObject({ total: 0, shipping_discount: 33_000, promo_problems: [] });
});

test("a refused code does not block another of its class", () => {
  const dear = { ...tenPercent, id: "dear", code: "MAHAL", value: 50, min_subtotal: 1_000_000 };
  const given = { ...cart, promotions: [dear, tenPercent] };
  expect(priceCart(given).discount).toBe(23_000);
  expect(problemsOf(given)).toEqual([["MAHAL", "promo_min_subtotal"]]);
});

const automatic = (change: Partial<Promotion>): Promotion => ({
  ...tenPercent,
  id: "auto",
  code: null,
  name: "Otomatis",
  class: "product",
  ...change,
});

test("on every line only the largest promotion counts", () => {
  const mugs = automatic({ id: "auto-mugs", value: 20, category_ids: ["mug"] });
  const all = automatic({ id: "auto-all", value: 15 });
  const priced = priceCart({ ...cart, promotions: [mugs, all] });
  expect(priced.lines.map(({ shares }) => shares.map(({ promotion }) => promotion.id))).toEqual([
    ["auto-mugs"],
    ["auto-all"],
  ]);
  expect(priced.promos.map(({ discount }) => discount)).toEqual([9_000, 34_000]);
});

test("a code beaten by an automatic promotion names it and changes nothing", () => {
  const half = automatic({ value: 50, category_ids: ["mug"] });
  const given = { ...cart, promotions: [mugsOnly, half] };
  expect(priceCart(given).discount).toBe(85_000);
  expect(priceCart(given).promo_problems).toEqual([
    { promotion: mugsOnly, problem: { code: "promo_not_better", with: "Otomatis" } },
  ]);
});

test("an automatic promotion yields to a code it does not combine with, unless it is worth more", () => {
  const lonely = automatic({ value: 5, combines_with: [] });
  const small = priceCart({ ...cart, promotions: [tenPercent, lonely] });
  expect(small.promos.map(({ promotion }) => promotion.id)).toEqual(["ten"]);
  const big = { ...cart, promotions: [tenPercent, { ...lonely, value: 30 }] };
  expect(priceCart(big).discount).toBe(69_000);
  expect(problemsOf(big)).toEqual([["SEPULUH", "promo_not_better"]]);
});

test("codes of two classes that do not combine: the first one counts and the other says why", () => {
  const lonely = { ...freeDelivery, combines_with: [] };
  expect(problemsOf({ ...cart, promotions: [tenPercent, lonely] })).toEqual([
    ["GRATIS", "promo_not_combinable"],
  ]);
  expect(problemsOf({ ...cart, promotions: [lonely, tenPercent] })).toEqual([
    ["SEPULUH", "promo_not_combinable"],
  ]);
});

const giftsIn = ({ lines }: PricedCart) => lines.filter(({ gift }) => gift !== null);

test("a gift is a separate line that costs nothing, has a weight and counts for no threshold", () => {
  const gift = automatic({ type: "gift", value: 0, gift_variant_id: "poster-a3", get_quantity: 2 });
  const from = { ...tenPercent, min_subtotal: 231_000 };
  const gifts = new Map([["poster-a3", { ...poster, weight_grams: 5_000, available: 3 }]]);
  const priced = priceCart({ ...cart, gifts, promotions: [gift, from] });
  expect(giftsIn(priced).map(({ line }) => [line.variant_id, line.quantity])).toEqual([
    ["poster-a3", 2],
  ]);
  expect(priced.lines[2]).toMatchObject({ discount: 120_000, total: 0, tax_included: 0 });
  expect(priced.total).toBe(230_000 + 18_000 + 11 * 15_000);
  expect(priced.promo_problems.map(({ problem }) => problem)).toEqual([
    { code: "promo_min_subtotal", missing: 1_000 },
  ]);
});

test("a gift whose stock the cart itself uses up is not given, and its code says so", () => {
  const gift = {
    ...automatic({ type: "gift", value: 0, gift_variant_id: "poster-a3", get_quantity: 2 }),
    code: "HADIAH",
  };
  const gifts = new Map([["poster-a3", { ...poster, available: 2 }]]);
  const given = { ...cart, gifts, promotions: [gift] };
  expect(giftsIn(priceCart(given))).toEqual([]);
  expect(problemsOf(given)).toEqual([["HADIAH", "promo_gift_out_of_stock"]]);
});

test("a discount that exceeds its budget is not given at all", () => {
  const budget = { ...tenPercent, budget: 50_000, spent: 30_000 };
  expect(problemsOf({ ...cart, promotions: [budget] })).toEqual([
    ["SEPULUH", "promo_budget_spent"],
  ]);
  const fits = { ...budget, spent: 27_000 };
  expect(priceCart({ ...cart, promotions: [fits] }).discount).toBe(23_000);
});

test("a gift worth more than its promotion's remaining budget is not given", () => {
  const given = (spent: number) => {
    const gift = {
      ...automatic({ type: "gift", value: 0, gift_variant_id: "poster-a3" }),
      budget: 100_000,
    };
    const gifts = new Map([["poster-a3", { ...poster, available: 9 }]]);
    return giftsIn(priceCart({ ...cart, gifts, promotions: [{ ...gift, spent }] })).length;
  };
  expect(given(40_000)).toBe(1);
  expect(given(40_001)).toBe(0);
});

test("a variant without a weight has the shop's default weight", () => {
  const light = { ...cart, lines: [{ ...mug, weight_grams: 0, length_mm: 0, quantity: 3 }] };
  expect(priceCart({ ...light, default_weight_grams: 300 }).shipping).toBe(18_000);
  expect(priceCart({ ...light, default_weight_grams: 700 }).shipping).toBe(48_000);
});

const timeoutMs = 180_000;

test("rule 3, I6, T8: any cart costs the same as an independent calculation in exact fractions", {
  timeout: timeoutMs,
}, () => {
  fc.assert(fc.property(carts, checkPrice), { numRuns: isWholeRun ? 20_000 : 3_000 });
});

test("the order of the codes matters only between codes that do not combine", {
  timeout: timeoutMs,
}, () => {
  fc.assert(fc.property(carts, checkOrderOfCodes), { numRuns: isWholeRun ? 4_000 : 1_000 });
});
