import { readAmount } from "#shop/read-amount.ts";
import { type Column, listSeparator, productColumns } from "./columns.ts";
import { readDecimal } from "./read-cell.ts";

/** Where a column of ours comes from. */
export interface MappedColumn {
  /** A name in the header row of the file. */
  readonly header: string;
  /** The file's unit in ours, e.g. 1000 for kilograms. */
  readonly times?: number;
  /** Between the entries of a list, if it is not ours. */
  readonly separator?: string;
  /** The text has HTML, which is taken off. */
  readonly isHtml?: boolean;
}
export type Mapping = Readonly<Partial<Record<Column, MappedColumn>>>;

export const sources = ["etalase", "shopify", "woocommerce", "tokopedia", "shopee"] as const;
export type Source = (typeof sources)[number];

interface KnownSource {
  /** Headers that tell the source. */
  readonly needs: readonly string[];
  readonly columns: Readonly<Partial<Record<Column, MappedColumn>>>;
}

const from = (header: string, how: Omit<MappedColumn, "header"> = {}): MappedColumn => ({
  header,
  ...how,
});

/** Headers in small letters, without the stars of mandatory columns. */
const known: Readonly<Record<Exclude<Source, "etalase">, KnownSource>> = {
  shopify: {
    needs: ["handle", "variant price"],
    columns: {
      alamat: from("handle"),
      nama_id: from("title"),
      deskripsi_id: from("body (html)", { isHtml: true }),
      merek: from("vendor"),
      label: from("tags", { separator: "," }),
      opsi1: from("option1 name"),
      nilai1: from("option1 value"),
      opsi2: from("option2 name"),
      nilai2: from("option2 value"),
      opsi3: from("option3 name"),
      nilai3: from("option3 value"),
      sku: from("variant sku"),
      barcode: from("variant barcode"),
      harga: from("variant price"),
      harga_coret: from("variant compare at price"),
      berat_gram: from("variant grams"),
      stok: from("variant inventory qty"),
      judul_seo_id: from("seo title"),
      deskripsi_seo_id: from("seo description"),
      status: from("status"),
    },
  },
  woocommerce: {
    needs: ["regular price", "sku", "short description"],
    columns: {
      nama_id: from("name"),
      ringkasan_id: from("short description", { isHtml: true }),
      deskripsi_id: from("description", { isHtml: true }),
      merek: from("brands"),
      kategori: from("categories", { separator: "," }),
      label: from("tags", { separator: "," }),
      sku: from("sku"),
      barcode: from("gtin, upc, ean, or isbn"),
      harga: from("regular price"),
      berat_gram: from("weight (kg)", { times: 1000 }),
      panjang_mm: from("length (cm)", { times: 10 }),
      lebar_mm: from("width (cm)", { times: 10 }),
      tinggi_mm: from("height (cm)", { times: 10 }),
      stok: from("stock"),
    },
  },
  tokopedia: {
    needs: ["nama produk", "nomor etalase"],
    columns: {
      nama_id: from("nama produk"),
      deskripsi_id: from("deskripsi produk"),
      sku: from("sku name"),
      harga: from("harga (rp)"),
      berat_gram: from("berat (gram)"),
      stok: from("jumlah stok"),
    },
  },
  shopee: {
    needs: ["nama produk", "sku induk"],
    columns: {
      nama_id: from("nama produk"),
      deskripsi_id: from("deskripsi produk"),
      opsi1: from("nama variasi 1"),
      nilai1: from("varian untuk variasi 1"),
      opsi2: from("nama variasi 2"),
      nilai2: from("varian untuk variasi 2"),
      sku: from("kode variasi"),
      harga: from("harga"),
      berat_gram: from("berat"),
      panjang_mm: from("panjang", { times: 10 }),
      lebar_mm: from("lebar", { times: 10 }),
      tinggi_mm: from("tinggi", { times: 10 }),
      stok: from("stok"),
    },
  },
};

function plain(header: string): string {
  return header.replaceAll("*", "").replace(/\s+/g, " ").trim().toLowerCase();
}

/** Recognises a file by its header row, in any order of columns. Columns that nobody knows stay unmapped. */
export function recognise(headers: readonly string[]): {
  source: Source | null;
  mapping: Mapping;
} {
  const byName = new Map(headers.map((header) => [plain(header), header]));
  for (const source of ["shopify", "woocommerce", "tokopedia", "shopee"] as const) {
    const { needs, columns } = known[source];
    if (!needs.every((name) => byName.has(name))) continue;
    const found = Object.entries(columns).flatMap(([column, mapped]) => {
      const header = byName.get(mapped.header);
      return header === undefined ? [] : [[column, { ...mapped, header }] as const];
    });
    return { source, mapping: Object.fromEntries(found) };
  }
  const own = productColumns.flatMap((column) => {
    const header = byName.get(column);
    return header === undefined ? [] : [[column, { header }] as const];
  });
  const isOwn = own.some(([column]) => column === "versi");
  return { source: isOwn ? "etalase" : null, mapping: Object.fromEntries(own) };
}

/** Why a mapping cannot be used. */
export type MappingProblem = "nothing_mapped" | "no_identity" | "header_twice";

/** @returns undefined for a mapping that can be used */
export function problemOfMapping(mapping: Mapping): MappingProblem | undefined {
  const headers = Object.values(mapping).map(({ header }) => header);
  if (headers.length === 0) return "nothing_mapped";
  if (new Set(headers).size < headers.length) return "header_twice";
  const isIdentified =
    mapping.id_varian ?? mapping.alamat ?? mapping.sku ?? mapping.nama_id ?? undefined;
  return isIdentified ? undefined : "no_identity";
}

/** The cells of a record by our columns, as they stand in the file but for its units and lists. */
export function mapRecord(
  record: readonly string[],
  places: ReadonlyMap<string, number>,
  mapping: Mapping,
): Partial<Record<Column, string>> {
  const cells: Partial<Record<Column, string>> = {};
  for (const [column, mapped] of Object.entries(mapping) as [Column, MappedColumn][]) {
    const cell = record[places.get(mapped.header) ?? -1] ?? "";
    if (cell !== "") cells[column] = convert(cell, mapped);
  }
  return cells;
}

function convert(cell: string, { times, separator, isHtml }: MappedColumn): string {
  if (isHtml) return withoutTags(cell);
  if (separator) return cell.split(separator).join(listSeparator);
  if (times === undefined) return cell;
  const number = readDecimal(cell) ?? readAmount(cell);
  // Units are decimal, so rounding only removes what floating point added.
  return number === undefined ? cell : String(Math.round(number * times * 1000) / 1000);
}

/** The text of simple HTML; blocks become lines. */
function withoutTags(html: string): string {
  return html
    .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
