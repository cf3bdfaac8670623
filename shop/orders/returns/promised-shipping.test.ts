import { expect, test } from "vitest";
import { promisedShipping } from "./promised-shipping.ts";
import { returnReasons } from "./return.ts";

type Request = Parameters<typeof promisedShipping>[0];
type Order = Parameters<typeof promisedShipping>[1];

const request = (given: Partial<Request> = {}): Request => ({
  kind: "claim",
  reason: "misprinted",
  refundable_shipping: 9000,
  lines: [{ order_line_id: "a", quantity: 2 }],
  ...given,
});
const order = (lines: Partial<Order["lines"][number]>[] = [{}], shipping = 9000): Order => ({
  shipping,
  lines: lines.map((line) => ({
    id: "a",
    quantity: 2,
    refunded: 0,
    personalised: true,
    ...line,
  })),
});

test("a fault of the shop gives delivery back with the money, other reasons do not", () => {
  const promised = returnReasons.claim.filter(
    (reason) => promisedShipping(request({ reason }), order()) > 0,
  );
  expect(promised).toEqual(["damaged", "misprinted", "wrong_item", "not_as_described"]);
  const plain = order([{ personalised: false }]);
  expect(promisedShipping(request({ reason: "not_as_described" }), plain)).toBe(0);
  expect(promisedShipping(request({ kind: "return", reason: "not_as_described" }), order())).toBe(
    0,
  );
});

test("a claim of some of the goods gives back their share of the delivery, and all of it with the last", () => {
  const other = { id: "b", quantity: 3, personalised: false };
  expect(promisedShipping(request(), order([{}, other]))).toBe(3600);
  expect(promisedShipping(request(), order([{}, { ...other, refunded: 3 }]))).toBe(9000);
  // Never more than what is left.
  expect(promisedShipping(request({ refundable_shipping: 1000 }), order([{}, other]))).toBe(1000);
  expect(promisedShipping(request({ refundable_shipping: 0 }), order([{}], 0))).toBe(0);
});
