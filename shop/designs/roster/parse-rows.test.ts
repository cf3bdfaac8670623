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

test.each([
  [
    "headings and row numbers",
    "No\tNama\tNo Punggung\tUkuran\n1\tAndi\t10\tL\n2\tBayu\t7\tM\n3\tCitra\t23\tL",
    [
      ["tl", "Andi", "10"],
      ["tm", "Bayu", "7"],
      ["tl", "Citra", "23"],
    ],
  ],
  [
    "row numbers without headings",
    "1\tAndi\t10\tL\n2\tBayu\t7\tM",
    [
      ["tl", "Andi", "10"],
      ["tm", "Bayu", "7"],
    ],
  ],
  [
    "a heading No over numbers of shirts",
    "No\tNama\n10\tAndi\n7\tBayu",
    [
      ["tm", "Andi", "10"],
      ["tm", "Bayu", "7"],
    ],
  ],
  [
    "a title above the headings",
    "Tim Garuda\n\nNama Pemain\tNomor\tSize\nAndi\t10\tL",
    [["tl", "Andi", "10"]],
  ],
  [
    "colour and size in two columns",
    "Nama,Warna,Ukuran,Nomor\nAndi,PUTIH,l,10",
    [["pl", "Andi", "10"]],
  ],
  ["colour and size in two cells", "Putih\tL\tAndi\t10", [["pl", "Andi", "10"]]],
  ["invisible characters", "\ufeffL\tBu\u200bdi\t10", [["tl", "Budi", "10"]]],
  [
    "a quoted cell of two lines",
    'Nama\tNomor\n"Andi\nPratama"\t10',
    [["tm", "Andi Pratama", "10"]],
  ],
])("columns are those of %s", (_, text, rows) => {
  expect(parse(text)).toEqual(rows);
  expect(parseRows(text, variants, fields, "tm", 99).left).toEqual([]);
});

test.each(["2XL", "2 xl", "XXL", "xxl"])("the size %s is XXL", (size) => {
  const sizes = [...variants, { id: "p2", label: "Putih, XXL", sku: "KAO-P2" }];
  expect(parseRows(`${size}\tBudi\t10`, sizes, fields, "pm", 9).rows[0]?.variant_id).toBe("p2");
});

test.each([
  [
    "a size that is not sold, under a heading",
    "Nama\tNomor\tUkuran\nAndi\t10\tXXXL\nBayu\t7\tL",
    ["", "tl"],
    [{ row: 0, text: "XXXL" }],
  ],
  [
    "a size that is not sold, without headings",
    "Andi\t10\tL\nBayu\t7\tXXXL",
    ["tl", ""],
    [{ row: 1, text: "XXXL" }],
  ],
  [
    "a column without a field",
    "Nama\tNomor\tHP\nAndi\t10\t0812",
    ["tm"],
    [{ row: 0, text: "0812" }],
  ],
  ["a cell too many", "Andi\t10\t23", ["tm"], [{ row: 0, text: "23" }]],
])(
  "%s is left over, and its row has no variant where it may have named one",
  (_, text, ids, left) => {
    const parsed = parseRows(text, variants, fields, "tm", 99);
    expect(parsed.rows.map(({ variant_id }) => variant_id)).toEqual(ids);
    expect(parsed.left).toEqual(left);
  },
);

test.each([
  [
    "rows without a size below rows with one",
    "L\tBudi\t1\n\tSari\t2\nM\tAndi\t3\n\tBayu\t4",
    [1, 3],
  ],
  ["a first row without a size", "Nama\tUkuran\nBudi\t\nSari\tL", [0]],
  ["names alone", "Budi\nSari", []],
  ["a row whose size is not sold", "Andi\t10\tL\nBayu\t7\tXXXL", []],
])("the variant is assumed in %s", (_, text, assumed) => {
  expect(parseRows(text, variants, fields, "tm", 99).assumed).toEqual(assumed);
});

test("rows beyond the most are counted", () => {
  const text = Array.from({ length: 5 }, (_, row) => `Orang ${row}`).join("\n");
  expect(parseRows(text, variants, fields, "tm", 3)).toMatchObject({
    dropped: 2,
    rows: { length: 3 },
  });
});

test.each([
  ["cells that name the same variants", `${"M,".repeat(4_000)}Budi`],
  ["a quoted cell of blanks", `M\t"${" ".repeat(100_000)}Budi"`],
])("%s are read in linear time", (_, text) => {
  expect(parse(text)).toEqual([["tm", "Budi", ""]]);
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

test("the cells of a very long line are listed as unread", () => {
  const line = Array.from({ length: 200_000 }, () => "x").join("\t");
  expect(parseRows(line, variants, fields, "tm", 99).left.length).toBeGreaterThan(199_000);
});
