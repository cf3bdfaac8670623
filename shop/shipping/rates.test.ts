import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chargeableKilograms,
  deliveryDates,
  isEligible,
  type Parcel,
  type ShippingRate,
  shippingPrice,
} from "./rates.ts";

const runs = { numRuns: 2_000 };
const parcel: Parcel = {
  weight_grams: 400,
  length_mm: 120,
  width_mm: 120,
  height_mm: 110,
  quantity: 1,
};
const rate: ShippingRate = {
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

describe("chargeableKilograms", () => {
  const cases: readonly (readonly [string, Partial<Parcel>, number])[] = [
    ["a begun kilogram is whole", {}, 1],
    ["exactly a kilogram", { weight_grams: 1_000 }, 1],
    ["a gram more", { weight_grams: 1_001 }, 2],
    ["pieces together", { weight_grams: 400, quantity: 3 }, 2],
    ["no weight is still one", { weight_grams: 0, length_mm: 0 }, 1],
    // 30 × 20 × 10 cm / 6000 = 1 kg exactly
    ["volume exactly a kilogram", { length_mm: 300, width_mm: 200, height_mm: 100 }, 1],
    ["a millimetre more", { length_mm: 301, width_mm: 200, height_mm: 100 }, 2],
    // 60 × 40 × 30 cm / 6000 = 12 kg of a parcel that weighs 0.4
    ["large and light", { length_mm: 600, width_mm: 400, height_mm: 300 }, 12],
  ];
  test.each(cases)("%s", (_, change, kilograms) => {
    expect(chargeableKilograms([{ ...parcel, ...change }], 6_000)).toBe(kilograms);
  });

  test("a stricter divisor charges more of the same parcel", () => {
    const box = { ...parcel, length_mm: 600, width_mm: 400, height_mm: 300 };
    expect(chargeableKilograms([box], 5_000)).toBe(15);
    expect(chargeableKilograms([box], 4_000)).toBe(18);
  });

  test("one more piece never weighs less", () => {
    const side = fc.integer({ min: 0, max: 1_500 });
    const parcels = fc.array(
      fc.record({
        weight_grams: fc.integer({ min: 0, max: 20_000 }),
        length_mm: side,
        width_mm: side,
        height_mm: side,
        quantity: fc.integer({ min: 1, max: 99 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(parcels, fc.constantFrom(4_000, 5_000, 6_000), (given, divisor) => {
        const kilograms = chargeableKilograms(given, divisor);
        expect(kilograms).toBeGreaterThanOrEqual(1);
        expect(chargeableKilograms([...given, parcel], divisor)).toBeGreaterThanOrEqual(kilograms);
        expect(chargeableKilograms(given.toReversed(), divisor)).toBe(kilograms);
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
  ];
  test.each(cases)("%s", (_, change, goods, eligible) => {
    expect(isEligible({ ...rate, ...change }, [parcel], goods)).toBe(eligible);
  });
});

describe("shippingPrice", () => {
  const two = [{ ...parcel, weight_grams: 1_500 }];
  const cases: readonly (readonly [string, Partial<ShippingRate>, number, number])[] = [
    ["first and next kilogram", {}, 1_000_000, 33_000],
    ["just below the threshold", { free_from: 200_000 }, 199_999, 33_000],
    ["at the threshold it is free", { free_from: 200_000 }, 200_000, 0],
    ["the shop gives up to its cap", { free_from: 200_000, max_subsidy: 20_000 }, 200_000, 13_000],
    ["a cap above the price", { free_from: 200_000, max_subsidy: 40_000 }, 200_000, 0],
    ["a cap of nothing", { free_from: 200_000, max_subsidy: 0 }, 200_000, 33_000],
    ["always free", { free_from: 0 }, 0, 0],
  ];
  test.each(cases)("%s", (_, change, goods, price) => {
    expect(shippingPrice({ ...rate, ...change }, two, goods)).toBe(price);
  });
});

describe("deliveryDates", () => {
  const calendar = { cutoff_hour: 14, holidays: ["2026-12-25"] };
  const days = { min_days: 2, max_days: 3 };
  // 20 November 2026 is a Friday; 03:00 UTC is 10:00 WIB.
  const cases: readonly (readonly [string, string, string, string])[] = [
    ["Thursday morning", "2026-11-19T03:00:00Z", "2026-11-21", "2026-11-23"],
    ["Thursday 13.59", "2026-11-19T06:59:59Z", "2026-11-21", "2026-11-23"],
    ["Thursday 14.00 leaves on Friday", "2026-11-19T07:00:00Z", "2026-11-23", "2026-11-24"],
    ["Saturday before noon", "2026-11-21T03:00:00Z", "2026-11-24", "2026-11-25"],
    ["Saturday evening leaves on Monday", "2026-11-21T12:00:00Z", "2026-11-25", "2026-11-26"],
    ["Sunday leaves on Monday", "2026-11-22T03:00:00Z", "2026-11-25", "2026-11-26"],
    [
      "the night before in UTC is the morning in WIB",
      "2026-11-18T17:30:00Z",
      "2026-11-21",
      "2026-11-23",
    ],
    ["over Christmas", "2026-12-24T03:00:00Z", "2026-12-28", "2026-12-29"],
    ["late on Christmas Eve", "2026-12-24T08:00:00Z", "2026-12-29", "2026-12-30"],
    ["over New Year", "2026-12-31T03:00:00Z", "2027-01-02", "2027-01-04"],
  ];
  test.each(cases)("%s", (_, now, earliest, latest) => {
    expect(deliveryDates(new Date(now), days, calendar)).toEqual({ earliest, latest });
  });

  test("the same day when nothing is in between", () => {
    const answer = deliveryDates(
      new Date("2026-11-20T03:00:00Z"),
      { min_days: 0, max_days: 1 },
      calendar,
    );
    expect(answer).toEqual({ earliest: "2026-11-20", latest: "2026-11-21" });
  });

  test("nothing arrives on a day off, or earlier because it was ordered later", () => {
    const instant = fc.date({
      min: new Date("2026-01-01T00:00:00Z"),
      max: new Date("2027-12-31T00:00:00Z"),
      noInvalidDate: true,
    });
    const transit = fc.record({ min_days: fc.nat({ max: 5 }), more: fc.nat({ max: 9 }) });
    fc.assert(
      fc.property(
        instant,
        fc.nat({ max: 20 * 86_400_000 }),
        transit,
        (at, wait, { min_days, more }) => {
          const asked = { min_days, max_days: min_days + more };
          const now = deliveryDates(at, asked, calendar);
          const then = deliveryDates(new Date(at.getTime() + wait), asked, calendar);
          for (const day of [now.earliest, now.latest]) {
            expect(new Date(`${day}T00:00:00Z`).getUTCDay()).not.toBe(0);
            expect(calendar.holidays).not.toContain(day);
          }
          expect(now.earliest <= now.latest).toBe(true);
          expect(now.earliest <= then.earliest && now.latest <= then.latest).toBe(true);
        },
      ),
      runs,
    );
  });
});
