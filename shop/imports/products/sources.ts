import {
  type MappedColumn,
  plainHeader,
  type Recognised,
  recogniseOwn,
  type Source,
} from "../mapping.ts";
import { productColumns } from "./columns.ts";

type KnownColumn = MappedColumn & { readonly header: string };

interface KnownSource {
  readonly source: Source;
  /** Headers that tell the source. */
  readonly needs: readonly string[];
  /** By our columns. */
  readonly columns: Readonly<Record<string, KnownColumn>>;
}

const from = (header: string, how: Omit<MappedColumn, "header"> = {}): KnownColumn => ({
  header,
  ...how,
});

/** Headers in small letters, without the stars of mandatory columns. */
const known = {
  /** The names since 2025. */
  shopifyHandles: {
    source: "shopify",
    needs: ["url handle", "title"],
    columns: {
      alamat: from("url handle"),
      nama_id: from("title"),
      deskripsi_id: from("description", { isHtml: true }),
      merek: from("vendor"),
      label: from("tags", { separator: "," }),
      opsi1: from("option1 name"),
      nilai1: from("option1 value"),
      opsi2: from("option2 name"),
      nilai2: from("option2 value"),
      opsi3: from("option3 name"),
      nilai3: from("option3 value"),
      sku: from("sku"),
      barcode: from("barcode"),
      harga: from("price"),
      harga_coret: from("compare-at price"),
      berat_gram: from("weight value (grams)"),
      stok: from("inventory quantity"),
      judul_seo_id: from("seo title"),
      deskripsi_seo_id: from("seo description"),
      status: from("status"),
    },
  },
  shopify: {
    source: "shopify",
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
    source: "woocommerce",
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
    source: "tokopedia",
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
    source: "shopee",
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
} as const satisfies Readonly<Record<string, KnownSource>>;

/** Recognises a file by its header row, in any order of columns. Columns that nobody knows stay unmapped. */
export function recogniseProducts(headers: readonly string[]): Recognised {
  const byName = new Map(headers.map((header) => [plainHeader(header), header]));
  for (const { source, needs, columns } of Object.values(known)) {
    if (!needs.every((name) => byName.has(name))) continue;
    const found = Object.entries<KnownColumn>(columns).flatMap(([column, mapped]) => {
      const header = byName.get(mapped.header);
      return header === undefined ? [] : [[column, { ...mapped, header }] as const];
    });
    return { source, mapping: Object.fromEntries(found) };
  }
  return recogniseOwn(headers, productColumns);
}
