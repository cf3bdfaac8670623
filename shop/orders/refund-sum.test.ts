import { expect, test } from "vitest";
import { refundSum } from "./refund-sum.ts";

test.each([
  ["a part below the paid amount", 79_000, 85_393, -607, 79_000],
  ["everything, reduced by the unique code", 86_000, 85_393, -607, 85_393],
  ["nearly everything, reduced by a part of the code", 85_500, 85_393, -607, 85_393],
  ["more than was paid still exceeds the refundable amount", 90_000, 85_393, -607, 89_393],
  ["everything, not reduced by a surcharge", 86_000, 91_000, 5_000, 86_000],
  ["more than was paid, with a surcharge", 92_000, 91_000, 5_000, 92_000],
])("%s", (_, asked, refundable, payment_fee, sum) => {
  expect(refundSum(asked, { refundable, payment_fee })).toBe(sum);
});
