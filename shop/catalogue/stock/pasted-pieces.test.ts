import { expect, test } from "vitest";
import { maxPastedLines, readPastedPieces } from "./pasted-pieces.ts";

const read = (text: string) => {
  const { lines, unmatched } = readPastedPieces(text, false);
  return { counts: lines.map(({ code, pieces }) => [code, pieces]), unmatched };
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
])("pasted pieces are read with %s", (_, text, counts) => {
  expect(read(text)).toEqual({ counts, unmatched: [] });
});

test("lines without a code or a whole number and cells without a column are unmatched", () => {
  expect(read("A-1\tlima\nA-2\t5\t7\n\t3\nA-3\t-1\nA-4\t2,5\nA-5\t4")).toEqual({
    counts: [["A-5", 4]],
    unmatched: ["A-1 lima", "A-2 5 7", "3", "A-3 -1", "A-4 2,5"],
  });
});

test("lines beyond the limit are unmatched", () => {
  const text = Array.from({ length: maxPastedLines + 2 }, (_, n) => `S${n}\t1`).join("\n");
  expect(read(text).counts).toHaveLength(maxPastedLines);
  expect(read(text).unmatched).toHaveLength(2);
});

test("a cost is read where it is wanted, and unmatched where it is not a whole amount or not wanted", () => {
  const text = "SKU\tQty\tModal\nA-1\t5\tRp12.500\nA-2\t6\t\nA-3\t7\tmahal";
  expect(readPastedPieces(text, true)).toEqual({
    lines: [
      { code: "A-1", pieces: 5, cost: 12_500, text: "A-1 5 Rp12.500" },
      { code: "A-2", pieces: 6, cost: null, text: "A-2 6" },
    ],
    unmatched: ["A-3 7 mahal"],
  });
  expect(readPastedPieces(text, false).unmatched).toEqual(["A-1 5 Rp12.500", "A-3 7 mahal"]);
});
