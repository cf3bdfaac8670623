import { expect, test } from "vitest";
import { type CashRules, maxUnpaidShipments, whyNotAmount, whyNotCash } from "./offers.ts";

const rules: CashRules = { cod_fee: 5_000, cod_min: 20_000, cod_max: 1_000_000 };
const purchase = { amount: 100_000, takesCash: true, unpaidShipments: 0 };

test("cash on delivery needs a supported region, a total within limits and few open shipments", () => {
  expect(whyNotCash(rules, purchase)).toBeNull();
  expect(whyNotCash(rules, { ...purchase, takesCash: undefined })).toEqual({ code: "cod_address" });
  expect(whyNotCash(rules, { ...purchase, takesCash: false })).toEqual({ code: "cod_area" });
  expect(whyNotCash(rules, { ...purchase, amount: 19_999 })).toEqual({
    code: "amount_too_small",
    least: 20_000,
  });
  expect(whyNotCash(rules, { ...purchase, amount: 20_000 })).toBeNull();
  expect(whyNotCash(rules, { ...purchase, amount: 1_000_000 })).toBeNull();
  expect(whyNotCash(rules, { ...purchase, amount: 1_000_001 })).toEqual({
    code: "amount_too_large",
    max: 1_000_000,
  });
  expect(whyNotCash(rules, { ...purchase, unpaidShipments: maxUnpaidShipments })).toEqual({
    code: "cod_too_many",
  });
});

test("a payment method states its minimum and maximum amount", () => {
  expect(whyNotAmount(10_000_000, { max: 10_000_000 })).toBeNull();
  expect(whyNotAmount(10_000_001, { max: 10_000_000 })).toMatchObject({ max: 10_000_000 });
  expect(whyNotAmount(9_999, { least: 10_000 })).toMatchObject({ least: 10_000 });
  expect(whyNotAmount(1, {})).toBeNull();
});
