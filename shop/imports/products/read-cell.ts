import type { productStatuses } from "#shop/catalogue/products/product.ts";
import { listSeparator, type ReadCell } from "#shop/imports/cells.ts";
import { readDecimal, readList, readWhole, tidyCell } from "#shop/imports/read-values.ts";
import { isScientific } from "#shop/kernel/csv/scientific.ts";
import { type Column, measureColumns } from "./columns.ts";

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
  "1": "published",
  "0": "draft",
  "-1": "draft",
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
  if (numbers.has(column)) return readNumber(column, text);
  switch (column) {
    case "barcode":
      return readBarcode(text);
    case "sku":
      return isScientific(text)
        ? { ok: false, problem: "code_scientific" }
        : { ok: true, value: text };
    case "nama_id":
    case "nama_en":
    case "judul_seo_id":
    case "judul_seo_en":
    case "merek":
      return { ok: true, value: text.replace(/\s+/g, " ") };
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

/** Measures are rounded to whole grams and millimetres. */
function readNumber(column: string, text: string): ReadCell {
  const read = readWhole(text);
  const isMeasure = measureColumns.some((measure) => measure === column);
  const decimal = isMeasure && !read.ok ? readDecimal(text) : undefined;
  return decimal === undefined ? read : { ok: true, value: String(Math.round(decimal)) };
}

function readBarcode(text: string): ReadCell {
  if (isScientific(text)) return { ok: false, problem: "barcode_scientific" };
  const digits = text.replace(/[\s-]/g, "");
  return /^(?:\d{8}|\d{12,14})$/.test(digits)
    ? { ok: true, value: digits }
    : { ok: false, problem: "barcode_invalid" };
}
