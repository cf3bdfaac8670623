import {
  type MappedColumn,
  type Mapping,
  plainHeader,
  type Recognised,
  recogniseOwn,
  type Source,
} from "#shop/imports/mapping.ts";
import { productColumns, sourceColumns } from "./columns.ts";

/** A column of the file, or a constant. */
type KnownColumn = MappedColumn;

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
      deskripsi_id: from("description", { isHtml: true, hasMarkup: true }),
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
      alamat_gambar: from("product image url"),
      alamat_gambar_varian: from("variant image url"),
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
      deskripsi_id: from("body (html)", { isHtml: true, hasMarkup: true }),
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
      alamat_gambar: from("image src"),
      alamat_gambar_varian: from("variant image"),
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
      jenis: from("type"),
      id_sumber: from("id"),
      induk: from("parent"),
      status: from("published"),
      nama_id: from("name", { isHtml: true }),
      ringkasan_id: from("short description", { isHtml: true }),
      deskripsi_id: from("description", { isHtml: true, hasMarkup: true }),
      merek: from("brands"),
      kategori: from("categories", { separator: "," }),
      label: from("tags", { separator: "," }),
      sku: from("sku"),
      barcode: from("gtin, upc, ean, or isbn"),
      alamat_gambar: from("images"),
      harga: from("regular price"),
      harga_obral: from("sale price"),
      stok: from("stock"),
      opsi1: from("attribute 1 name"),
      nilai1: from("attribute 1 value(s)"),
      tampil1: from("attribute 1 visible"),
      opsi2: from("attribute 2 name"),
      nilai2: from("attribute 2 value(s)"),
      tampil2: from("attribute 2 visible"),
      opsi3: from("attribute 3 name"),
      nilai3: from("attribute 3 value(s)"),
      tampil3: from("attribute 3 visible"),
      opsi4: from("attribute 4 name"),
      nilai4: from("attribute 4 value(s)"),
      tampil4: from("attribute 4 visible"),
      opsi5: from("attribute 5 name"),
      nilai5: from("attribute 5 value(s)"),
      tampil5: from("attribute 5 visible"),
    },
  },
  tokopedia: {
    source: "tokopedia",
    needs: ["nama produk", "nomor etalase"],
    columns: {
      nama_id: from("nama produk"),
      deskripsi_id: from("deskripsi produk"),
      sku: from("sku name"),
      alamat_gambar: from("gambar 1"),
      alamat_gambar_2: from("gambar 2"),
      alamat_gambar_3: from("gambar 3"),
      alamat_gambar_4: from("gambar 4"),
      alamat_gambar_5: from("gambar 5"),
      harga: from("harga (rp)"),
      stok: from("jumlah stok"),
    },
  },
  /** The file of prices and stock. Its "kode variasi" is Shopee's id of the variant, not the SKU as in the template. */
  shopeeSales: {
    source: "shopee",
    needs: ["nama produk", "sku induk", "nama variasi", "sku"],
    columns: {
      nama_id: from("nama produk"),
      opsi1: { constant: "Variasi" },
      nilai1: from("nama variasi"),
      sku: from("sku"),
      harga: from("harga"),
      stok: from("stok"),
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
      alamat_gambar: from("foto sampul"),
      alamat_gambar_2: from("foto produk 1"),
      alamat_gambar_3: from("foto produk 2"),
      alamat_gambar_4: from("foto produk 3"),
      alamat_gambar_5: from("foto produk 4"),
      alamat_gambar_6: from("foto produk 5"),
      alamat_gambar_7: from("foto produk 6"),
      alamat_gambar_8: from("foto produk 7"),
      alamat_gambar_9: from("foto produk 8"),
      alamat_gambar_varian: from("foto produk per varian"),
      harga: from("harga"),
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
      if (mapped.header === undefined) return [[column, mapped] as const];
      const header = byName.get(mapped.header);
      return header === undefined ? [] : [[column, { ...mapped, header }] as const];
    });
    return { source, mapping: withMeasures(Object.fromEntries(found), headers) };
  }
  const { source, mapping } = recogniseOwn(headers, [...productColumns, ...sourceColumns]);
  const named = Object.entries(usualNames).flatMap(([column, names]) => {
    const header = names.map((name) => byName.get(name)).find(Boolean);
    return header === undefined || mapping[column] ? [] : [[column, { header }] as const];
  });
  return { source, mapping: withMeasures({ ...Object.fromEntries(named), ...mapping }, headers) };
}

/** What merchants call the columns in sheets of their own, in the order of preference. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  nama_id: ["nama produk", "nama barang", "nama", "product name", "name", "title"],
  deskripsi_id: ["deskripsi", "deskripsi produk", "keterangan", "description"],
  ringkasan_id: ["ringkasan", "deskripsi singkat", "short description", "summary"],
  merek: ["brand", "vendor"],
  kategori: ["category", "categories"],
  label: ["tag", "tags"],
  sku: ["kode sku", "kode barang", "kode produk", "sku induk"],
  barcode: ["ean", "gtin", "upc", "kode batang"],
  harga: ["harga (rp)", "harga jual", "harga satuan", "price", "regular price"],
  harga_coret: ["harga coret (rp)", "harga sebelum diskon", "compare-at price"],
  alamat_gambar: ["gambar", "foto", "alamat foto", "url gambar", "images", "image", "image url"],
  stok: ["jumlah stok", "stock", "quantity", "qty", "jumlah"],
};

const measures: Readonly<Record<string, RegExp>> = {
  berat_gram: /^(?:berat|weight)(?: (?:produk|paket|barang))?(?: \((\w+)\)| (kg|g|gr|gram))?$/,
  panjang_mm: /^(?:panjang|length)(?: (?:produk|paket|barang))?(?: \((\w+)\)| (mm|cm))?$/,
  lebar_mm: /^(?:lebar|width)(?: (?:produk|paket|barang))?(?: \((\w+)\)| (mm|cm))?$/,
  tinggi_mm: /^(?:tinggi|height)(?: (?:produk|paket|barang))?(?: \((\w+)\)| (mm|cm))?$/,
};
/** In grams and millimetres. A weight without a unit is in grams, a length in centimetres. */
const units: Readonly<Record<string, number>> = {
  g: 1,
  gr: 1,
  gram: 1,
  grams: 1,
  kg: 1000,
  lb: 453.592_37,
  lbs: 453.592_37,
  oz: 28.349_523_125,
  mm: 1,
  cm: 10,
  m: 1000,
  in: 25.4,
  inch: 25.4,
};

/** Adds the columns of weights and lengths, whose units are in their headings. */
function withMeasures(mapping: Mapping, headers: readonly string[]): Mapping {
  const taken = Object.values(mapping).map(({ header }) => header);
  const found = Object.entries(measures).flatMap(([column, pattern]) => {
    if (mapping[column]) return [];
    for (const header of headers.filter((name) => !taken.includes(name))) {
      const [name, inBrackets, behind] = pattern.exec(plainHeader(header)) ?? [];
      if (name === undefined) continue;
      const unit = inBrackets ?? behind ?? (column === "berat_gram" ? "g" : "cm");
      const times = units[unit];
      if (times !== undefined) return [[column, { header, ...(times === 1 ? {} : { times }) }]];
    }
    return [];
  });
  return { ...mapping, ...Object.fromEntries(found) };
}
