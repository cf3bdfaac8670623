import { expect, test } from "vitest";
import { undoneRows } from "./undo-grid.ts";

const before = { id: "v1", version: 1, price: 80_000, was_price: null, on_hand: 10 };
const after = { price: 81_000, was_price: 95_000, counted: 14 };
const now = { id: "v1", version: 2, price: 81_000, was_price: 95_000, on_hand: 14 };

test("undo restores the price and the stock of a save", () => {
  expect(undoneRows([{ ...before, after }], [now])).toEqual([
    { id: "v1", version: 2, price: 80_000, was_price: null, seen: 14, counted: 10 },
  ]);
});

test("undo takes back only the difference when pieces were sold since", () => {
  expect(undoneRows([{ ...before, after }], [{ ...now, on_hand: 11 }])).toMatchObject([
    { seen: 11, counted: 7 },
  ]);
});

test("undo leaves a price that has changed again, and a row without a change", () => {
  expect(undoneRows([{ ...before, after }], [{ ...now, price: 70_000 }])).toMatchObject([
    { price: 70_000, was_price: 95_000, counted: 10 },
  ]);
  expect(undoneRows([{ ...before, after: { ...before, counted: 10 } }], [before])).toEqual([]);
  expect(undoneRows([{ ...before, after }], [])).toEqual([]);
});
