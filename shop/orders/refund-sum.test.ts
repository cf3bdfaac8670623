import { expect, test } from "vitest";
import { refundSum } from "./refund-sum.ts";

test.each([
  ["a part below the paid amount", 79_000, 85_393, -607, 79_000],
  ["everything, without the code of the transfer", 86_000, 85_393, -607, 85_393],
  ["nearly everything, without a part of the code", 85_500, 85_393, -607, 85_393],
  ["more than was paid stays too much", 90_000, 85_393, -607, 89_393],
  ["a surcharge takes nothing off", 86_000, 91_000, 5_000, 86_000],
  ["too much with a surcharge", 92_000, 91_000, 5_000, 92_000],
])("%s", (_, asked, refundable, payment_fee, sum) => {
  expect(refundSum(asked, { refundable, payment_fee })).toBe(sum);
});
