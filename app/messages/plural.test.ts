import { expect, test } from "vitest";
import { counted } from "./plural.ts";

test("English counts have their singular", () => {
  expect([0, 1, 2].map((count) => counted(count, "order", "orders"))).toEqual([
    "0 orders",
    "1 order",
    "2 orders",
  ]);
  expect(counted("99+", "design", "designs")).toBe("99+ designs");
});
