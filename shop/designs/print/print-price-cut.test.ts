import { expect, test } from "vitest";
import type { PriceRule } from "#shop/designs/document/print-spec.ts";
import { printPriceCut } from "./print-price-cut.ts";

const label = { id: "Cetak", en: "Print" };
const piece = (amount: number): PriceRule => ({ kind: "piece", label, amount });
const letter = (amount: number, above: number): PriceRule => ({
  kind: "letter",
  label,
  amount,
  above,
});
const table = (...steps: [number, number][]): PriceRule => ({
  kind: "quantity",
  label,
  steps: steps.map(([from, amount]) => ({ from, amount })),
});
const percent = (basisPoints: number): PriceRule => ({ kind: "percent", label, basisPoints });

test.each<[string, PriceRule[], PriceRule[], number]>([
  ["the same rules", [piece(5_000), percent(500)], [piece(5_000), percent(500)], 0],
  ["a higher price", [piece(5_000)], [piece(6_000), letter(100, 3)], 0],
  ["a lower price", [piece(35_000)], [piece(31_499)], 11],
  ["no rule any more", [piece(35_000)], [], 100],
  ["two rules in one", [piece(5_000), piece(3_000)], [piece(8_000)], 0],
  ["a rule for another thing", [piece(5_000)], [percent(9_000)], 100],
  ["a lower percentage", [percent(1_000)], [percent(900)], 10],
  ["more letters that are included", [letter(500, 0)], [letter(500, 1)], 100],
  [
    "cheaper letters after the most that can be included",
    [letter(500, 500)],
    [letter(250, 500)],
    50,
  ],
  ["an earlier step", [table([1, 900], [10, 800])], [table([1, 900], [5, 800])], 12],
  ["a further step", [piece(1_000)], [table([1, 1_000], [100, 500])], 50],
])("print price cut: %s", (_name, before, after, cut) => {
  expect(printPriceCut(before, after)).toBe(cut);
});
