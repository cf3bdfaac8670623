import { expect, test } from "vitest";
import { parseRows } from "./parse-rows.ts";
import { rosterWarnings } from "./roster.ts";

const variants = [
  { id: "pm", label: "Putih, M", sku: "KAO-PM" },
  { id: "pl", label: "Putih, L", sku: "KAO-PL" },
  { id: "tm", label: "Tinta, M", sku: "KAO-TM" },
  { id: "tl", label: "Tinta, L", sku: "KAO-TL" },
];
const fields = [
  { id: "name", label: "Nama", rule: "name" },
  { id: "number", label: "Nomor", rule: "number" },
];
const parse = (text: string, usual = "tm", max = 99) =>
  parseRows(text, variants, fields, usual, max).rows.map(({ variant_id, values }) => [
    variant_id,
    values.name,
    values.number,
  ]);

test.each([
  [
    "tabs of a spreadsheet",
    "L\tBudi\t10\nM\tSari\t7",
    [
      ["tl", "Budi", "10"],
      ["tm", "Sari", "7"],
    ],
  ],
  [
    "commas, in another order",
    "10, Budi, L\r\n7, Sari, M",
    [
      ["tl", "Budi", "10"],
      ["tm", "Sari", "7"],
    ],
  ],
  ["names of columns", "Ukuran;Nama;Nomor\nL;Budi;10", [["tl", "Budi", "10"]]],
  [
    "names alone",
    "Budi\n\n  Sari Dewi  \n",
    [
      ["tm", "Budi", ""],
      ["tm", "Sari Dewi", ""],
    ],
  ],
  [
    "a size that holds for the rows below",
    "L\tBudi\t1\n\tSari\t2",
    [
      ["tl", "Budi", "1"],
      ["tl", "Sari", "2"],
    ],
  ],
  [
    "another colour",
    "putih L\tBudi\t10\nM\tSari\t7",
    [
      ["pl", "Budi", "10"],
      ["pm", "Sari", "7"],
    ],
  ],
  ["numbers of articles and quotes", 'kao-pl,"Budi",10', [["pl", "Budi", "10"]]],
  ["a number that is none, to be refused by name", "L\tBudi\t1O", [["tl", "Budi", "1O"]]],
])("rows are read from %s", (_, text, rows) => {
  expect(parse(text)).toEqual(rows);
});

test("rows beyond the most are counted", () => {
  const text = Array.from({ length: 5 }, (_, row) => `Orang ${row}`).join("\n");
  expect(parseRows(text, variants, fields, "tm", 3)).toMatchObject({
    dropped: 2,
    rows: { length: 3 },
  });
});

test("blank and repeated values are named with their rows", () => {
  const rows = [
    ["Budi", "10"],
    ["", "7"],
    ["BUDI ", "10"],
  ].map(([name = "", number = ""]) => ({
    variant_id: "pm",
    values: { name, number },
  }));
  expect(rosterWarnings(rows, fields)).toEqual([
    { code: "row_blank", row: 1, field: "name" },
    { code: "row_repeated", row: 2, field: "name", first: 0 },
    { code: "row_repeated", row: 2, field: "number", first: 0 },
  ]);
});
