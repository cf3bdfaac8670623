import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleRate as rate, sampleLine } from "#tests/support/builders/price-samples.ts";
import {
  chargeableGrams,
  isEligible,
  type Shipment,
  type ShippingRate,
  shippingPrice,
} from "./rates.ts";

const runs = { numRuns: 2_000 };
const shipment = sampleLine;

describe("chargeableGrams", () => {
  const cases: readonly (readonly [string, Partial<Shipment>, number])[] = [
    ["a begun kilogram is whole", {}, 1],
    ["exactly a kilogram", { weight_grams: 1_000 }, 1],
    ["a gram more", { weight_grams: 1_001 }, 2],
    ["pieces together", { weight_grams: 400, quantity: 3 }, 2],
    ["no weight is still one", { weight_grams: 0, length_mm: 0 }, 1],
    // 30 × 20 × 10 cm / 6000 = 1 kg
    ["volume exactly a kilogram", { length_mm: 300, width_mm: 200, height_mm: 100 }, 1],
    ["a millimetre more", { length_mm: 301, width_mm: 200, height_mm: 100 }, 2],
    // 60 × 40 × 30 cm / 6000 = 12 kg for a shipment that weighs 0.4 kg
    ["large and light", { length_mm: 600, width_mm: 400, height_mm: 300 }, 12],
  ];
  test.each(cases)("%s", (_, change, kilograms) => {
    expect(chargeableGrams([{ ...shipment, ...change }], rate)).toBe(kilograms * 1_000);
  });

  test("a courier that charges every begun half kilogram", () => {
    const half = { ...rate, step_grams: 500 };
    expect(chargeableGrams([{ ...shipment, weight_grams: 501 }], half)).toBe(1_000);
    expect(chargeableGrams([{ ...shipment, weight_grams: 500 }], half)).toBe(500);
    expect(
      shippingPrice(
        { ...half, first_kg: 9_000, next_kg: 4_000 },
        [{ ...shipment, weight_grams: 1_200 }],
        0,
      ),
    ).toBe(17_000);
  });

  test("a stricter divisor charges more of the same shipment", () => {
    const box = { ...shipment, length_mm: 600, width_mm: 400, height_mm: 300 };
    expect(chargeableGrams([box], { ...rate, volumetric_divisor: 5_000 })).toBe(15_000);
    expect(chargeableGrams([box], { ...rate, volumetric_divisor: 4_000 })).toBe(18_000);
  });

  test("one more piece never weighs less", () => {
    const side = fc.integer({ min: 0, max: 1_500 });
    const shipments = fc.array(
      fc.record({
        weight_grams: fc.integer({ min: 0, max: 20_000 }),
        length_mm: side,
        width_mm: side,
        height_mm: side,
        quantity: fc.integer({ min: 1, max: 99 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const courier = fc.record({
      volumetric_divisor: fc.constantFrom(4_000, 5_000, 6_000),
      step_grams: fc.constantFrom(100, 500, 1_000),
    });
    fc.assert(
      fc.property(shipments, courier, (given, asked) => {
        const grams = chargeableGrams(given, asked);
        expect(grams).toBeGreaterThanOrEqual(asked.step_grams);
        expect(grams % asked.step_grams).toBe(0);
        expect(chargeableGrams([...given, shipment], asked)).toBeGreaterThanOrEqual(grams);
        expect(chargeableGrams(given.toReversed(), asked)).toBe(grams);
      }),
      runs,
    );
  });
});

describe("isEligible", () => {
  const cases: readonly (readonly [string, Partial<ShippingRate>, number, boolean])[] = [
    ["within all bounds", {}, 50_000, true],
    ["at the least weight", { min_weight_grams: 400 }, 50_000, true],
    ["below the least weight", { min_weight_grams: 401 }, 50_000, false],
    ["at the most weight", { max_weight_grams: 400 }, 50_000, true],
    ["above the most weight", { max_weight_grams: 399 }, 50_000, false],
    ["at the most goods", { max_subtotal: 50_000 }, 50_000, true],
    ["above the most goods", { max_subtotal: 50_000 }, 50_001, false],
    ["at the least goods", { min_subtotal: 50_000 }, 50_000, true],
    ["below the least goods", { min_subtotal: 50_000 }, 49_999, false],
    ["a product it does not carry", { excluded_product_ids: ["mug"] }, 0, false],
    ["a category it does not carry", { excluded_category_ids: ["mug"] }, 0, false],
    ["another category", { excluded_category_ids: ["poster"] }, 0, true],
    ["a class that it carries", { shipping_classes: ["fragile", "ordinary"] }, 0, true],
    ["a class that it does not carry", { shipping_classes: ["fragile"] }, 0, false],
    ["paid as it wants", { payment_methods: ["cod"] }, 0, true],
    ["paid otherwise", { payment_methods: ["builtin", "transfer"] }, 0, false],
  ];
  test.each(cases)("%s", (_, change, goods, eligible) => {
    expect(isEligible({ ...rate, ...change }, [shipment], goods, "cod:cash")).toBe(eligible);
  });
});

test("a payment method that is not chosen yet excludes nothing", () => {
  expect(isEligible({ ...rate, payment_methods: ["cod"] }, [shipment], 0, null)).toBe(true);
});

describe("shippingPrice", () => {
  const two = [{ ...shipment, weight_grams: 1_500 }];
  const tiers = [
    { up_to: 1_000, price: 10_000 },
    { up_to: 2_000, price: 30_000 },
  ];
  const cases: readonly (readonly [string, Partial<ShippingRate>, number, number | undefined])[] = [
    ["first and next kilogram", {}, 1_000_000, 33_000],
    ["just below the threshold", { free_from: 200_000 }, 199_999, 33_000],
    ["at the threshold it is free", { free_from: 200_000 }, 200_000, 0],
    ["the shop gives up to its cap", { free_from: 200_000, max_subsidy: 20_000 }, 200_000, 13_000],
    ["a cap above the price", { free_from: 200_000, max_subsidy: 40_000 }, 200_000, 0],
    ["a cap of nothing", { free_from: 200_000, max_subsidy: 0 }, 200_000, 33_000],
    ["always free", { free_from: 0 }, 0, 0],
    ["one price", { pricing: "flat", flat_price: 7_500 }, 0, 7_500],
    ["a part of the goods, rounded down", { pricing: "percent", percent: 3 }, 9_999, 299],
    ["a tier of weight", { pricing: "weight_tiers", tiers }, 0, 30_000],
    ["at the end of a tier", { pricing: "subtotal_tiers", tiers }, 1_000, 10_000],
    ["above a tier", { pricing: "subtotal_tiers", tiers }, 1_001, 30_000],
    ["above all tiers", { pricing: "subtotal_tiers", tiers }, 2_001, undefined],
    ["any number", { pricing: "weight_tiers", tiers: [{ up_to: null, price: 5 }] }, 0, 5],
    ["what the courier says", { live_price: 11_000 }, 0, 11_000],
    [
      "free of what the courier says",
      { live_price: 11_000, free_from: 0, max_subsidy: 6_000 },
      0,
      5_000,
    ],
  ];
  test.each(cases)("%s", (_, change, goods, price) => {
    expect(shippingPrice({ ...rate, ...change }, two, goods)).toBe(price);
  });
});
