import { expect, test } from "vitest";
import { pasteCells } from "./paste-cells.ts";

const rows = ["MUG-1", "MUG-2", "MUG-3"].map((sku, index) => ({ id: `v${index + 1}`, sku }));
const paste = (text: string, from = 0, column: "price" | "was_price" | "on_hand" = "price") =>
  pasteCells(text, rows, from, column);

test("one cell is left to the browser", () => {
  expect(paste("80000")).toBeUndefined();
  expect(paste(" 80.000 \n")).toBeUndefined();
});

test("a column fills the rows below, and lines beyond the last row are left over", () => {
  expect(paste("80000\n80500\n81000")).toEqual({
    typed: { v1: { price: "80000" }, v2: { price: "80500" }, v3: { price: "81000" } },
    left: [],
  });
  expect(paste("5\n\n7\n9", 1, "on_hand")).toEqual({
    typed: { v2: { on_hand: "5" } },
    left: ["7", "9"],
  });
});

test("additional pasted columns fill the columns to the right", () => {
  expect(paste("80000\t95000\t4\n80500\t\t5")).toEqual({
    typed: {
      v1: { price: "80000", was_price: "95000", on_hand: "4" },
      v2: { price: "80500", on_hand: "5" },
    },
    left: [],
  });
  expect(paste("4\t9\n5\t8", 0, "on_hand")).toEqual({ typed: {}, left: ["4 9", "5 8"] });
});

test("a table with SKUs fills their rows; a SKU that is not shown is left over", () => {
  expect(paste("SKU\tStok\tHarga\nmug-3\t7\tRp 80.000\nMUG-9\t1\t1")).toEqual({
    typed: { v3: { on_hand: "7", price: "Rp 80.000" } },
    left: ["MUG-9 1 1"],
  });
  expect(paste("MUG-2\t80000\nMUG-1\t81000")).toEqual({
    typed: { v2: { price: "80000" }, v1: { price: "81000" } },
    left: [],
  });
});

test("a column of row numbers is left out, and one with an unknown heading is left over", () => {
  expect(paste("No\tSKU\tHarga\n1\tMUG-1\t5000\n2\tMUG-2\t6000")).toEqual({
    typed: { v1: { price: "5000" }, v2: { price: "6000" } },
    left: [],
  });
  expect(paste("SKU\tHarga\tRak\nMUG-1\t5000\tA3")).toEqual({ typed: {}, left: ["MUG-1 5000 A3"] });
});
