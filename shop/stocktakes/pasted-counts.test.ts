import { expect, test } from "vitest";
import { maxPastedCounts, readPastedCounts } from "./pasted-counts.ts";

const read = (text: string) => {
  const { counts, unmatched } = readPastedCounts(text);
  return { counts: counts.map(({ code, pieces }) => [code, pieces]), unmatched };
};

test.each([
  [
    "a code and a number",
    "KAOS-M\t12\nKAOS-L\t0",
    [
      ["KAOS-M", 12],
      ["KAOS-L", 0],
    ],
  ],
  [
    "columns by their headings",
    "Produk\tHitungan fisik\tSKU\nKaos\t1.250\tKAOS-M",
    [["KAOS-M", 1250]],
  ],
  [
    "row numbers",
    "No\tSKU\tJumlah\n1\tA-1\t5\n2\tA-2\t6",
    [
      ["A-1", 5],
      ["A-2", 6],
    ],
  ],
  [
    "semicolons",
    "A-1;5\nA-2;6",
    [
      ["A-1", 5],
      ["A-2", 6],
    ],
  ],
  ["a title above the headings", "Rak depan\n\nBarcode\tQty\n8991002101\t3", [["8991002101", 3]]],
])("pasted counts are read with %s", (_, text, counts) => {
  expect(read(text)).toEqual({ counts, unmatched: [] });
});

test("lines without a code or a whole number and cells without a column are unmatched", () => {
  expect(read("A-1\tlima\nA-2\t5\t7\n\t3\nA-3\t-1\nA-4\t2,5\nA-5\t4")).toEqual({
    counts: [["A-5", 4]],
    unmatched: ["A-1 lima", "A-2 5 7", "3", "A-3 -1", "A-4 2,5"],
  });
});

test("lines beyond the limit are unmatched", () => {
  const text = Array.from({ length: maxPastedCounts + 2 }, (_, n) => `S${n}\t1`).join("\n");
  expect(read(text).counts).toHaveLength(maxPastedCounts);
  expect(read(text).unmatched).toHaveLength(2);
});
