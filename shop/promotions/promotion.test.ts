import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  sampleNow as now,
  samplePromotion as promotion,
} from "#tests/support/builders/price-samples.ts";
import { discountOn } from "./discount.ts";
import { whyNotNow } from "./eligibility.ts";
import { normaliseCode, type Promotion } from "./promotion.ts";

const earlier = new Date(now.getTime() - 1);
const later = new Date(now.getTime() + 1);
const here = { now, region_code: "3273191001", payment_method: "builtin:card" };

test.each([
  ["hemat", "HEMAT"],
  ["  Hemat10\t", "HEMAT10"],
  ["\u00a0hemat\u00a0", "HEMAT"],
  ["", ""],
])("%j is looked up as %j", (typed, code) => {
  expect(normaliseCode(typed)).toBe(code);
});

describe("whyNotNow", () => {
  const cases: readonly (readonly [string, Partial<Promotion>, string | undefined])[] = [
    ["a plain one works", {}, undefined],
    ["a disabled one is not found", { enabled: false, ends_at: earlier }, "promo_not_found"],
    ["a paused one", { enabled: false, was_active: true }, "promo_inactive"],
    [
      "a paused one after its end",
      { enabled: false, was_active: true, ends_at: earlier },
      "promo_expired",
    ],
    ["before its start", { starts_at: later }, "promo_not_started"],
    ["at its start", { starts_at: now }, undefined],
    ["at its end", { ends_at: now }, undefined],
    ["after its end", { ends_at: earlier }, "promo_expired"],
    ["one use left", { usage_limit: 3, used: 2 }, undefined],
    ["no use left", { usage_limit: 3, used: 3 }, "promo_limit_reached"],
    ["a limit of none", { usage_limit: 0 }, "promo_limit_reached"],
    ["lowered below its uses", { usage_limit: 1, used: 5 }, "promo_limit_reached"],
    ["used by this customer", { per_customer_limit: 1, used_by_customer: 1 }, "promo_already_used"],
    ["a second use allowed", { per_customer_limit: 2, used_by_customer: 1 }, undefined],
    ["for a first order", { first_order_only: true }, undefined],
    [
      "for a first order, on the second",
      { first_order_only: true, orders_of_customer: 1 },
      "promo_first_order_only",
    ],
    ["a code that was used", { is_code_used: true }, "promo_limit_reached"],
    ["budget left", { budget: 10, spent: 9 }, undefined],
    ["no budget left", { budget: 10, spent: 10 }, "promo_budget_spent"],
    ["for a member", { audience: "member" }, undefined],
    ["for others", { audience: "stranger" }, "promo_not_for_you"],
    ["for its region", { region_codes: ["31", "3273"] }, undefined],
    ["for another region", { region_codes: ["31", "3277"] }, "promo_region"],
    ["for its provider", { payment_methods: ["builtin"] }, undefined],
    ["for its payment method", { payment_methods: ["builtin:card"] }, undefined],
    ["for another payment method", { payment_methods: ["builtin:va"] }, "promo_payment_method"],
  ];
  test.each(cases)("%s", (_, change, code) => {
    expect(whyNotNow({ ...promotion, ...change }, here)?.code).toBe(code);
  });
});

test("the reason names what is missing: signing in, region, payment method, start", () => {
  const say = (change: Partial<Promotion>, where = here) =>
    whyNotNow({ ...promotion, ...change }, where);
  expect(say({ audience: "unknown" })).toEqual({ code: "promo_not_for_you", sign_in: true });
  expect(say({ starts_at: later })).toEqual({
    code: "promo_not_started",
    starts_at: later.toISOString(),
  });
  const nowhere = { ...here, region_code: null as unknown as string };
  expect(say({ region_codes: ["3273"], region_names: ["Kota Bandung"] }, nowhere)).toEqual({
    code: "promo_region",
    regions: ["Kota Bandung"],
  });
  const undecided = { ...here, payment_method: null as unknown as string };
  expect(say({ payment_methods: ["cod"] }, undecided)).toEqual({
    code: "promo_payment_method",
    methods: ["cod"],
  });
});

describe("discountOn", () => {
  const cases: readonly (readonly [string, Partial<Promotion>, number, number])[] = [
    ["10 % of 99.999 rounds down", {}, 99_999, 9_999],
    ["100 % takes exactly everything", { value: 100 }, 85_001, 85_001],
    ["a percentage stops at its most", { value: 50, max_discount: 20_000 }, 85_000, 20_000],
    ["an amount", { type: "fixed", value: 15_000 }, 85_000, 15_000],
    ["an amount above the goods", { type: "fixed", value: 90_000 }, 85_000, 85_000],
    ["free delivery", { type: "free_shipping", value: 0 }, 18_000, 18_000],
    [
      "free delivery up to its most",
      { type: "free_shipping", max_discount: 10_000 },
      18_000,
      10_000,
    ],
    ["delivery for a fixed price", { type: "fixed_shipping", value: 5_000 }, 18_000, 13_000],
    ["delivery that is cheaper already", { type: "fixed_shipping", value: 20_000 }, 18_000, 0],
    ["nothing to lower", { type: "fixed", value: 5_000 }, 0, 0],
  ];
  test.each(cases)("%s", (_, change, amount, discount) => {
    expect(discountOn({ ...promotion, ...change }, amount)).toBe(discount);
  });

  test("a discount is whole, not negative, at most the amount or its cap, and grows with the amount", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_000_000 });
    const any = fc.record({
      type: fc.constantFrom("percent", "fixed", "free_shipping", "fixed_shipping"),
      value: fc.integer({ min: 1, max: 100 }),
      max_discount: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    });
    fc.assert(
      fc.property(any, amount, amount, (change, one, other) => {
        const given = { ...promotion, ...change };
        const discount = discountOn(given, one);
        expect(Number.isSafeInteger(discount)).toBe(true);
        expect(discount).toBeGreaterThanOrEqual(0);
        expect(discount).toBeLessThanOrEqual(Math.min(one, given.max_discount ?? one));
        expect(discountOn(given, one + other)).toBeGreaterThanOrEqual(discount);
      }),
      { numRuns: 2_000 },
    );
  });
});
