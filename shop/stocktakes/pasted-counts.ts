import { cleanIdentifier } from "#base/typed-text.ts";
import { readPastedTable } from "#shop/csv/pasted-table.ts";
import { readAmount } from "#shop/read-amount.ts";
import { maxCounted } from "./stocktake.ts";

/** Lines of one paste. */
export const maxPastedCounts = 1_000;
/** Characters of one paste. */
export const maxPastedText = 100_000;

type Column = "code" | "pieces" | "name";

/** Of headings, in the order in which they are tried. Columns with names describe the variant and are not needed. */
const headings: readonly (readonly [Column, RegExp])[] = [
  ["code", /^(no\.?|kode)?\s*(sku|barcode|kode)\b/i],
  ["pieces", /^(jumlah|hitungan|terhitung|fisik|stok|stock|qty|quantity|count|counted|pieces)\b/i],
  ["name", /^(nama|produk|barang|product|name|item|varian|variant|pilihan|options?)\b/i],
];
const columnsOf = (cells: readonly string[]) =>
  cells.map((cell) => headings.find(([, pattern]) => pattern.test(cell))?.[0] ?? null);

export interface PastedCounts {
  readonly counts: readonly {
    /** A SKU or barcode. */
    readonly code: string;
    readonly pieces: number;
    /** The line as it was pasted. */
    readonly line: string;
  }[];
  /** Lines without a code or a whole number, and lines with a cell that has no column. */
  readonly unmatched: readonly string[];
}

/** Reads SKUs or barcodes with counted pieces from a pasted table; without headings a line is a code and a number. */
export function readPastedCounts(text: string): PastedCounts {
  const { columns = ["code", "pieces"], rows } = readPastedTable<Column>(text, columnsOf, [
    ";",
    ",",
  ]);
  const counts: PastedCounts["counts"][number][] = [];
  const unmatched: string[] = [];
  for (const cells of rows) {
    const line = cells.filter(Boolean).join(" ");
    if (line === "") continue;
    const cellOf = (column: Column) => cells[columns.indexOf(column)] ?? "";
    const code = cleanIdentifier(cellOf("code"));
    const pieces = readAmount(cellOf("pieces"));
    const isWhole = cells.every((cell, index) => cell === "" || columns[index]);
    const isUsable = code !== "" && pieces !== undefined && pieces <= maxCounted && isWhole;
    if (isUsable && counts.length < maxPastedCounts) counts.push({ code, pieces, line });
    else unmatched.push(line);
  }
  return { counts, unmatched };
}
