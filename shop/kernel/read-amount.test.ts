import { expect, test } from "vitest";
import { readAmount } from "./read-amount.ts";

test.each([
  ["1250000", 1_250_000],
  ["1.250.000", 1_250_000],
  ["1,250,000", 1_250_000],
  ["Rp 1.250.000", 1_250_000],
  [" rp85.000 ", 85_000],
  ["1,25 jt", 1_250_000],
  ["2 juta", 2_000_000],
  ["500rb", 500_000],
  ["0", 0],
])("%s is %i", (typed, amount) => expect(readAmount(typed)).toBe(amount));

test.each(["", "12,5", "1.25", "1.2500", "-5", "1e6", "8,99E+12", "lima", "1.250,00", "١٢"])(
  "%s is no whole number",
  (typed) => expect(readAmount(typed)).toBeUndefined(),
);
