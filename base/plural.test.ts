import { expect, test } from "vitest";
import { counted } from "./plural.ts";

test("a count has its noun's form, and its thousands apart", () => {
  const orders = (count: number | string) => counted(count, "order", "orders");
  expect([orders(1), orders(2), orders(12_500), orders("1"), orders("99+")]).toEqual([
    "1 order",
    "2 orders",
    "12,500 orders",
    "1 order",
    "99+ orders",
  ]);
});
