import { expect, test } from "vitest";
import { goodsBack } from "./goods-back.ts";
import type { ReturnDetail } from "./return.ts";

const lines = [
  {
    order_line_id: "a",
    quantity: 2,
    resellable: 1,
    damaged: 0,
    refunded: 1,
    unit_totals: [33_334, 33_333, 33_333],
  },
  {
    order_line_id: "b",
    quantity: 1,
    resellable: null,
    damaged: null,
    refunded: 0,
    unit_totals: [5000],
  },
] as unknown as ReturnDetail["lines"];

test("goods that go back have what a dearer design of their line cost since, and no other line's", () => {
  const supplements = [
    { of_line: "a", refunded: 1, unit_totals: [2001, 2000, 2000] },
    { of_line: "c", refunded: 0, unit_totals: [900] },
  ];
  expect(goodsBack(lines, supplements, "asked")).toEqual({
    goods: 66_666 + 4000 + 5000,
    ofSupplements: 4000,
  });
  expect(goodsBack(lines, supplements, "arrived")).toEqual({
    goods: 33_333 + 2000,
    ofSupplements: 2000,
  });
  expect(goodsBack(lines, [], "asked")).toEqual({ goods: 71_666, ofSupplements: 0 });
});
