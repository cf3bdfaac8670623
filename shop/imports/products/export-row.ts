import type {
  ProductFields,
  ProductStatus,
  StaffVariant,
} from "#shop/catalogue/products/product.ts";
import { type Cells, listSeparator } from "#shop/imports/cells.ts";
import { versionOf } from "#shop/imports/fingerprint.ts";

import { tidyCell } from "#shop/imports/read-values.ts";
import { type Column, productColumns, versionedColumns } from "./columns.ts";

/** A product as files have it. */
export interface FileProduct {
  readonly id: string;
  readonly version: number;
  readonly status: ProductStatus;
  /** As PostgreSQL writes it, to the microsecond. */
  readonly published_at: string | null;
  readonly fields: ProductFields;
  readonly variants: readonly FileVariant[];
  /** Addresses whose pictures were fetched. */
  readonly fetched: ReadonlySet<string>;
}
export type FileVariant = Omit<StaffVariant, "available">;

/** The cells of a product that all of its rows repeat. @param slugs of the categories by id */
export function fieldCells(
  { fields, status }: Pick<FileProduct, "fields" | "status">,
  slugs: ReadonlyMap<string, string>,
): Cells {
  const { name, summary, description, seo, options } = fields;
  const cells: Partial<Record<Column, string>> = {
    alamat: fields.slug,
    nama_id: name.id,
    nama_en: name.en,
    ringkasan_id: summary.id,
    ringkasan_en: summary.en,
    deskripsi_id: description.id,
    deskripsi_en: description.en,
    judul_seo_id: seo.title.id,
    judul_seo_en: seo.title.en,
    deskripsi_seo_id: seo.description.id,
    deskripsi_seo_en: seo.description.en,
    merek: fields.brand,
    status,
    kategori: fields.category_ids
      .map((id) => slugs.get(id) ?? "")
      .filter((slug) => slug !== "")
      .sort()
      .join(listSeparator),
    label: fields.tags.join(listSeparator),
    kelas_kirim: fields.shipping_class,
    kelas_pajak: fields.tax_class,
  };
  for (const [n, option] of options.entries()) cells[`opsi${n + 1}` as Column] = option.name.id;
  return tidy(cells);
}

/** The cells of one variant. */
export function variantCells(variant: FileVariant, { options }: ProductFields): Cells {
  const cells: Partial<Record<Column, string>> = {
    sku: variant.sku,
    barcode: variant.barcode ?? "",
    harga: String(variant.price),
    harga_coret: variant.was_price === null ? "" : String(variant.was_price),
    berat_gram: String(variant.weight_grams),
    panjang_mm: String(variant.length_mm),
    lebar_mm: String(variant.width_mm),
    tinggi_mm: String(variant.height_mm),
  };
  for (const [n, option] of options.entries()) {
    const value = option.values.find(({ code }) => code === variant.options[option.code]);
    cells[`nilai${n + 1}` as Column] = value?.label.id ?? "";
  }
  return tidy(cells);
}

/** Cells as `readCell` reads them. */
function tidy(cells: Partial<Record<Column, string>>): Cells {
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [column, tidyCell(cell)]),
  );
}

/** The rows of a product, one a variant, in the order of `productColumns`. */
export function productRows(
  product: FileProduct,
  slugs: ReadonlyMap<string, string>,
): readonly (readonly string[])[] {
  const shared = fieldCells(product, slugs);
  return product.variants.map((variant) => {
    const cells: Cells = { ...shared, ...variantCells(variant, product.fields) };
    const row: Cells = {
      ...cells,
      id_varian: variant.id,
      versi: versionOf(cells, versionedColumns),
      stok: String(variant.on_hand),
      stok_saat_ekspor: String(variant.on_hand),
    };
    return productColumns.map((column) => row[column] ?? "");
  });
}
