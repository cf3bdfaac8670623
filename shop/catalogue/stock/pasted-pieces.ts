import { cleanIdentifier } from "#base/typed-text.ts";
import { readPastedTable } from "#shop/kernel/csv/pasted-table.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import { maxCost } from "./cost.ts";

/** Maximum lines of one paste. */
export const maxPastedLines = 1_000;
/** Maximum pieces of one line. */
const maxPieces = 1_000_000;
/** Maximum characters of one paste. */
export const maxPastedText = 100_000;

type Column = "code" | "pieces" | "cost" | "name";

/** Patterns of column headings, tried in this order. `name` columns are recognised but ignored. */
const headings: readonly (readonly [Column, RegExp])[] = [
  ["code", /^(no\.?|kode)?\s*(sku|barcode|kode)\b/i],
  [
    "pieces",
    /^(jumlah|hitungan|terhitung|fisik|stok|stock|qty|quantity|count|counted|received|pieces)\b/i,
  ],
  ["cost", /^(modal|harga beli|harga modal|hpp|cost|unit cost)\b/i],
  ["name", /^(nama|produk|barang|product|name|item|varian|variant|pilihan|options?)\b/i],
];
const columnsOf = (cells: readonly string[]) =>
  cells.map((cell) => headings.find(([, pattern]) => pattern.test(cell))?.[0] ?? null);

export interface PastedPieces {
  readonly lines: readonly {
    /** A SKU or barcode. */
    readonly code: string;
    readonly pieces: number;
    /** Whole rupiah a piece; null where the table has none. */
    readonly cost: number | null;
    /** The line as it was pasted. */
    readonly text: string;
  }[];
  /** Lines without a code or a whole number, and lines with a cell that has no column. */
  readonly unmatched: readonly string[];
}

/**
 * Reads SKUs or barcodes with pieces from a pasted table.
 * @param withCost the table may have a column with the cost of a piece, in whole rupiah
 */
export function readPastedPieces(pasted: string, withCost: boolean): PastedPieces {
  const usual: readonly Column[] = withCost ? ["code", "pieces", "cost"] : ["code", "pieces"];
  const { columns = usual, rows } = readPastedTable<Column>(pasted, columnsOf, [";", ","]);
  const lines: PastedPieces["lines"][number][] = [];
  const unmatched: string[] = [];
  for (const cells of rows) {
    const text = cells.filter(Boolean).join(" ");
    if (text === "") continue;
    const cellOf = (column: Column) => cells[columns.indexOf(column)] ?? "";
    const code = cleanIdentifier(cellOf("code"));
    const pieces = amountOf(cellOf("pieces"), maxPieces);
    const typedCost = withCost ? cellOf("cost") : "";
    const cost = typedCost === "" ? null : amountOf(typedCost, maxCost);
    const isKnown = (column: Column | null | undefined) =>
      column !== null && column !== undefined && (withCost || column !== "cost");
    const isWhole = cells.every((cell, index) => cell === "" || isKnown(columns[index]));
    if (code === "" || pieces === undefined || cost === undefined || !isWhole) unmatched.push(text);
    else if (lines.length === maxPastedLines) unmatched.push(text);
    else lines.push({ code, pieces, cost, text });
  }
  return { lines, unmatched };
}

function amountOf(typed: string, most: number): number | undefined {
  const amount = readAmount(typed);
  return amount !== undefined && amount <= most ? amount : undefined;
}
