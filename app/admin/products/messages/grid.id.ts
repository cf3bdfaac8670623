import { limitProblems } from "#app/admin/messages/limit-problems.id.ts";
import { formatCount } from "#base/format-count.ts";
/** The grid of prices and stock. */
export const id = {
  title: "Harga dan stok",
  lead: "Panah atas dan bawah berpindah baris. Tempel kolom dari lembar kerja untuk mengisi beberapa baris. Semua perubahan disimpan sekaligus.",
  back: "Semua produk",
  search: "Nama, SKU, atau tag",
  searchSubmit: "Cari",
  heads: {
    product: "Produk",
    sku: "SKU",
    price: "Harga (Rp)",
    was: "Harga coret (Rp)",
    stock: "Stok di tangan",
  },
  cell: (head: string, sku: string) => `${head}: ${sku}`,
  empty: "Tidak ada varian yang cocok",
  clear: "Hapus pencarian",
  cut: "Hasilnya terlalu banyak: hanya 500 produk terbaru yang tampil. Persempit pencariannya.",
  next: "Halaman berikutnya",
  first: "Dari awal",
  changed: (count: number) => `${formatCount(count, "id")} baris diubah`,
  saved: (count: number) => `${formatCount(count, "id")} baris tersimpan`,
  undo: "Kembalikan",
  left: "Baris atau kolom ini tidak ada di halaman ini. Cari produknya, lalu tempel lagi.",
  withoutLeft: "Lanjut tanpa baris ini",
  leftFirst: "Periksa dulu baris yang tidak masuk.",
  kept: "Orang lain baru saja mengubah baris ini. Harganya dipertahankan; periksa lalu ubah lagi.",
  problems: {
    ...limitProblems,
    number_invalid: "Isi dengan bilangan bulat, nol atau lebih.",
    number_too_large: "Angkanya terlalu besar.",
    was_price_invalid: "Harga coret harus lebih tinggi dari harga.",
    stock_below_zero: "Stok tidak bisa kurang dari nol.",
    not_permitted: "Peran Anda tidak boleh mengubah ini.",
    invalid_input: "Isian ini tidak dikenali. Muat ulang halaman.",
  },
};
