/** Columns of the product, which every row of its variants repeats. */
export const fieldColumns = [
  "alamat",
  "nama_id",
  "nama_en",
  "ringkasan_id",
  "ringkasan_en",
  "deskripsi_id",
  "deskripsi_en",
  "judul_seo_id",
  "judul_seo_en",
  "deskripsi_seo_id",
  "deskripsi_seo_en",
  "merek",
  "status",
  "kategori",
  "label",
  "kelas_kirim",
  "kelas_pajak",
] as const;
export type FieldColumn = (typeof fieldColumns)[number];

export const variantColumns = [
  "nilai1",
  "nilai2",
  "nilai3",
  "nilai4",
  "nilai5",
  "sku",
  "barcode",
  "harga",
  "harga_coret",
  "berat_gram",
  "panjang_mm",
  "lebar_mm",
  "tinggi_mm",
] as const;
/** Grams and millimetres, which files may have with decimals. */
export const measureColumns = ["berat_gram", "panjang_mm", "lebar_mm", "tinggi_mm"] as const;
export type VariantColumn = (typeof variantColumns)[number];

/** Columns of a product file, by the names in its header row, in their order. One row is one variant. */
export const productColumns = [
  "id_varian",
  "versi",
  ...fieldColumns,
  "opsi1",
  "opsi2",
  "opsi3",
  "opsi4",
  "opsi5",
  ...variantColumns,
  "stok",
  "stok_saat_ekspor",
] as const;
export type Column = (typeof productColumns)[number];

/** Columns with picture addresses. The first may have several addresses; Shopee's files use up to nine columns. */
export const pictureColumns = [
  "alamat_gambar",
  "alamat_gambar_2",
  "alamat_gambar_3",
  "alamat_gambar_4",
  "alamat_gambar_5",
  "alamat_gambar_6",
  "alamat_gambar_7",
  "alamat_gambar_8",
  "alamat_gambar_9",
] as const;

/** Columns of other shop systems. WooCommerce has separate rows for a product and its variations. */
export const sourceColumns = [
  "jenis",
  "id_sumber",
  "induk",
  "harga_obral",
  "tampil1",
  "tampil2",
  "tampil3",
  "tampil4",
  "tampil5",
  ...pictureColumns,
  "alamat_gambar_varian",
] as const;

/** The cells that `versi` has fingerprints of, in this order. */
export const versionedColumns: readonly Column[] = [...fieldColumns, ...variantColumns];
