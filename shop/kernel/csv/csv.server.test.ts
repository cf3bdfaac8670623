import fc from "fast-check";
import { expect, test } from "vitest";
import { byteOrderMark, csvLine, type Delimiter, escapeFormula, unescapeFormula } from "./cell.ts";
import { detectDelimiter, detectEncoding, type Encoding } from "./detect.ts";
import { readCsv, UnreadableCsv } from "./read-csv.server.ts";

async function read(
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  encoding: Encoding = "utf-8",
  delimiter: Delimiter = ";",
): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  const pieces = bytes instanceof Uint8Array ? inPieces(bytes) : bytes;
  for await (const row of readCsv(pieces, { encoding, delimiter })) rows.push(row);
  return rows;
}
async function* inPieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const problem = async (reading: Promise<unknown>) => {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof UnreadableCsv ? { code: error.code, row: error.row } : error;
};

test("what is written is read again, whatever the cells hold", async () => {
  // A line of empty cells is an empty line.
  const cell = fc.string({ unit: "grapheme", maxLength: 30 });
  const formula = fc.constantFrom(
    "=1+1",
    "'=x",
    "''-",
    "@a",
    "+62",
    "-",
    '"',
    "a;=1",
    "b,'-2",
    'c\t"+',
    "a\r\nb",
    "\t",
  );
  const row = fc.array(fc.oneof(cell, formula), { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 6 }),
      fc.constantFrom<Delimiter>(",", ";", "\t"),
      async (rows, delimiter) => {
        const text =
          byteOrderMark + rows.map((cells) => csvLine(["x", ...cells], delimiter)).join("");
        const found = await read(Buffer.from(text), "utf-8", delimiter);
        expect(found.map((cells) => cells.slice(1).map(unescapeFormula))).toEqual(rows);
      },
    ),
    { numRuns: 200, seed: 20_261_123 },
  );
});

test("T32: no cell of a file is a formula for a spreadsheet", () => {
  const risky = ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "'=1", "''@x"];
  for (const text of risky) {
    const line = csvLine([text], ";");
    expect(line.replace(/^"/, "")).toMatch(/^'/);
    expect(unescapeFormula(line.replace(/^"|"?\r\n$/g, ""))).toBe(text);
  }
});

test("no part of a cell is a formula for programs that expect another delimiter or no quotes", () => {
  const risky = ["a;=1+1;b", "a,+62;b", "a\t@x", "a\n=1", 'a;"=1+1"', "a,'=1", ",=1,-2", "a;-1+2"];
  for (const text of risky) {
    const line = csvLine(["x", text], ",");
    for (const part of line.trimEnd().split(/[,;\t\r\n]/)) {
      expect(part.replace(/^"+/, "")).not.toMatch(/^[=+@-]/);
    }
    expect(unescapeFormula(escapeFormula(text))).toBe(text);
  }
  // Indonesian prices end with a comma and a dash, which is no formula.
  expect(escapeFormula("Rp10.000,-")).toBe("Rp10.000,-");
});

test.each<[string, Uint8Array, Encoding]>([
  ["UTF-8", Buffer.from("nama;harga\r\nKopi Ağır;1"), "utf-8"],
  ["UTF-8 with a mark", Buffer.from("\ufeffnama;harga"), "utf-8"],
  ["UTF-16, little end first", Buffer.from("\ufeffnama;harga", "utf16le"), "utf-16le"],
  ["UTF-16 without a mark", Buffer.from("nama;harga\r\nKopi;1", "utf16le"), "utf-16le"],
  ["UTF-16, big end first", Buffer.from("\ufeffnama;harga", "utf16le").swap16(), "utf-16be"],
  ["Windows-1252", Buffer.from("nama;harga\r\nCaf\xe9;1", "latin1"), "windows-1252"],
])("%s is recognised and read", async (_, bytes, encoding) => {
  expect(detectEncoding(bytes)).toBe(encoding);
  expect((await read(bytes, encoding))[0]).toEqual(["nama", "harga"]);
});

test.each<[string, Delimiter]>([
  ["a;b;c", ";"],
  ["a,b,c", ","],
  ["a\tb\tc", "\t"],
  ['"a;x;y;z",b\r\n', ","],
  ["satu", ";"],
])("the delimiter of %j", (text, delimiter) => {
  expect(detectDelimiter(text)).toBe(delimiter);
});

test.each<[string, Uint8Array, Encoding, { code: string; row: number | undefined }]>([
  ["an empty file", Buffer.from(""), "utf-8", { code: "file_empty", row: undefined }],
  [
    "broken letters",
    Buffer.from([0x61, 0x0a, 0xff, 0x61]),
    "utf-8",
    { code: "encoding_broken", row: 1 },
  ],
  [
    "half a letter of UTF-16",
    Buffer.from([0x61, 0x00, 0x62]),
    "utf-16le",
    { code: "encoding_broken", row: 1 },
  ],
  [
    "a quote that is not closed",
    Buffer.from('a;b\r\n1;"x\r\n2;y'),
    "utf-8",
    { code: "quote_not_closed", row: 2 },
  ],
  [
    "a quote in the middle",
    Buffer.from('a;b\r\n1;"x"y'),
    "utf-8",
    { code: "quote_misplaced", row: 2 },
  ],
])("%s is refused by name", async (_, bytes, encoding, expected) => {
  expect(await problem(read(bytes, encoding))).toEqual(expected);
});

test("a cell of a gigabyte is refused while it streams, in little memory", async () => {
  const piece = Buffer.alloc(1 << 20, "x");
  let given = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a;b\r\n1;"');
    for (; given < 1024; given++) yield piece;
  }
  expect(await problem(read(endless()))).toEqual({ code: "record_too_long", row: 2 });
  expect(given).toBeLessThan(10);
});
