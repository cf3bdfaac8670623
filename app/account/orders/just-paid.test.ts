import { expect, test } from "vitest";
import type { OrderDetail } from "#shop/orders/order.ts";
import { isJustPaid } from "./just-paid.ts";

const at = "2026-03-01T10:00:00.000Z";
const paid: Pick<OrderDetail, "events" | "payment_status" | "stage"> = {
  events: [{ by: "system", by_name: null, kind: "paid", at, details: {}, undone: false }],
  payment_status: "paid",
  stage: "processing",
};
const minutes = (count: number) => Date.parse(at) + count * 60_000;

test("a payment is confirmed on its order's page for ten minutes", () => {
  expect(isJustPaid(paid, minutes(9))).toBe(true);
  expect(isJustPaid(paid, minutes(10))).toBe(false);
});

test("an unpaid, refunded or cancelled order confirms no payment", () => {
  expect(isJustPaid({ ...paid, events: [] }, minutes(1))).toBe(false);
  expect(isJustPaid({ ...paid, payment_status: "refunded" }, minutes(1))).toBe(false);
  expect(isJustPaid({ ...paid, stage: "canceled" }, minutes(1))).toBe(false);
});
