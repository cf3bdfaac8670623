import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import type { StagedRow } from "#shop/imports/kind.ts";
import { unescapeFormula } from "#shop/kernel/csv/cell.ts";
import type { Column } from "./columns.ts";

/** The first row of each SKU. */
export function rowsBySku(rows: readonly StagedRow[]): ReadonlyMap<string, StagedRow> {
  return new Map(
    rows.toReversed().map((row) => [unescapeFormula(row.cells.sku ?? "").trim(), row]),
  );
}

/** The row and column of a value that the rules refuse. */
export function placeOf(
  [part, at, name, language]: readonly string[],
  save: ProductSave,
  rows: readonly StagedRow[],
  bySku: ReadonlyMap<string, StagedRow>,
): [Pick<StagedRow, "row_no">, Column | undefined, string | undefined] {
  const [first = { row_no: 0 }] = rows;
  if (part === "variants") {
    const variant = save.variants[Number(at)];
    const row = variant && bySku.get(variant.sku);
    const column = variantNames[name ?? ""];
    return [row ?? first, column, column && row?.cells[column]];
  }
  const key = at === "seo" ? `seo_${name}` : (at ?? "");
  const stem = fieldNames[key];
  const suffix = (at === "seo" ? language : name) ?? "id";
  const column = (stem?.endsWith("_") ? `${stem}${suffix}` : stem) as Column | undefined;
  return [first, column, column && rows[0]?.cells[column]];
}

const variantNames: Readonly<Record<string, Column>> = {
  sku: "sku",
  barcode: "barcode",
  price: "harga",
  was_price: "harga_coret",
  weight_grams: "berat_gram",
  length_mm: "panjang_mm",
  width_mm: "lebar_mm",
  height_mm: "tinggi_mm",
};
const fieldNames: Readonly<Record<string, string>> = {
  name: "nama_",
  summary: "ringkasan_",
  description: "deskripsi_",
  seo_title: "judul_seo_",
  seo_description: "deskripsi_seo_",
  slug: "alamat",
  brand: "merek",
  tags: "label",
  shipping_class: "kelas_kirim",
  options: "opsi1",
};
