import { expect, test } from "vitest";
import { orderStages } from "#shop/orders/order.ts";
import { isProductionAhead } from "./production-ahead.ts";

test("the days of production are shown until the order is sent or closed", () => {
  const ahead = orderStages.filter((stage) => isProductionAhead({ stage, supplement_of: null }));
  expect(ahead).toEqual(["awaiting_payment", "processing"]);
});

test("a supplement has no days of production", () => {
  const supplement_of = { id: "1", number: "INV-1", total: 1_000 };
  expect(isProductionAhead({ stage: "processing", supplement_of })).toBe(false);
});
