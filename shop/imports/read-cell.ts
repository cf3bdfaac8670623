import type { productStatuses } from "#shop/products/product.ts";
import { readAmount } from "#shop/read-amount.ts";
import { type Column, listSeparator, nullMark } from "./columns.ts";

/** Why a cell is refused. */
export type CellProblem =
  | "null_character"
  | "number_invalid"
  | "number_not_whole"
  | "barcode_scientific"
  | "barcode_invalid"
  | "status_unknown"
  | "tax_class_unknown";

export type ReadCell =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: CellProblem };

const numbers: ReadonlySet<Column> = new Set<Column>([
  "harga",
  "harga_coret",
  "berat_gram",
  "panjang_mm",
  "lebar_mm",
  "tinggi_mm",
  "stok",
  "stok_saat_ekspor",
]);

const statuses: Readonly<Record<string, (typeof productStatuses)[number]>> = {
  draft: "draft",
  konsep: "draft",
  published: "published",
  tampil: "published",
  active: "published",
  aktif: "published",
  archived: "archived",
  arsip: "archived",
};
const taxClasses: readonly string[] = ["goods", "luxury", "exempt"];

/**
 * A cell in the form in which cells are compared and stored: numbers without separators, lists with one separator, texts
 * without blanks around them.
 */
export function readCell(column: Column, cell: string): ReadCell {
  if (cell.includes(nullMark)) return { ok: false, problem: "null_character" };
  const text = cell.replace(/\r\n?/g, "\n").trim();
  if (text === "") return { ok: true, value: "" };
  if (numbers.has(column)) return readWhole(text);
  switch (column) {
    case "barcode":
      return readBarcode(text);
    case "status": {
      const status = statuses[text.toLowerCase()];
      return status ? { ok: true, value: status } : { ok: false, problem: "status_unknown" };
    }
    case "kelas_pajak":
      return taxClasses.includes(text)
        ? { ok: true, value: text }
        : { ok: false, problem: "tax_class_unknown" };
    case "kategori":
    case "label":
      return { ok: true, value: readList(text).join(listSeparator) };
    case "alamat":
      return { ok: true, value: text.toLowerCase() };
    default:
      return { ok: true, value: text };
  }
}

/** Entries without blanks around them, none twice. */
export function readList(text: string): string[] {
  const entries = text.split(listSeparator).map((entry) => entry.trim());
  return [...new Set(entries.filter((entry) => entry !== ""))];
}

/** Spreadsheets show a long number as `8,99E+12`: its last digits are lost. */
const scientific = /^\d+(?:[.,]\d+)?e\+?\d+$/i;

function readBarcode(text: string): ReadCell {
  if (scientific.test(text)) return { ok: false, problem: "barcode_scientific" };
  const digits = text.replace(/[\s-]/g, "");
  return /^(?:\d{8}|\d{12,14})$/.test(digits)
    ? { ok: true, value: digits }
    : { ok: false, problem: "barcode_invalid" };
}

/** A whole number as people and other shops write it: `1.250.000`, `1,25 jt`, `125000.00`. */
function readWhole(text: string): ReadCell {
  const amount = readAmount(text) ?? readAmount(text.replace(/[.,]0{1,2}$/, ""));
  if (amount !== undefined) return { ok: true, value: String(amount) };
  return readDecimal(text) === undefined
    ? { ok: false, problem: "number_invalid" }
    : { ok: false, problem: "number_not_whole" };
}

/** `12,5` and `12.5`. @returns undefined for anything else */
export function readDecimal(text: string): number | undefined {
  const found = /^(\d{1,9})[.,](\d{1,6})$/.exec(text.trim());
  return found ? Number(`${found[1]}.${found[2]}`) : undefined;
}
