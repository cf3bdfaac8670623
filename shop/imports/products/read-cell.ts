import type { productStatuses } from "#shop/products/product.ts";
import { listSeparator, type ReadCell } from "../cells.ts";
import { readList, readWhole, tidyCell } from "../read-values.ts";
import type { Column } from "./columns.ts";

const numbers: ReadonlySet<string> = new Set<Column>([
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
export function readCell(column: string, cell: string): ReadCell {
  const text = tidyCell(cell);
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

/** Spreadsheets show a long number as `8,99E+12`: its last digits are lost. */
const scientific = /^\d+(?:[.,]\d+)?e\+?\d+$/i;

function readBarcode(text: string): ReadCell {
  if (scientific.test(text)) return { ok: false, problem: "barcode_scientific" };
  const digits = text.replace(/[\s-]/g, "");
  return /^(?:\d{8}|\d{12,14})$/.test(digits)
    ? { ok: true, value: digits }
    : { ok: false, problem: "barcode_invalid" };
}
