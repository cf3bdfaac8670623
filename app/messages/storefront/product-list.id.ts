import { formatCount } from "#base/format-count.ts";

/** Figures with their thousands apart, and a plus where there are more. */
const figure = (count: number, isMore = false) => `${formatCount(count, "id")}${isMore ? "+" : ""}`;

export const id = {
  title: "Semua produk",
  description: "Semua produk di toko ini, dengan harga, pilihan, dan ketersediaannya.",
  searchTitle: (q: string) => `Hasil untuk “${q}”`,
  count: (count: number, isMore: boolean) => `${figure(count, isMore)} produk`,
  sheet: (page: number, pages: number) => `Lembar ${page}/${pages}`,
  filter: "Filter",
  filterCount: (count: number) => `Filter (${count})`,
  sort: "Urutkan",
  apply: "Terapkan",
  show: (count: number, isMore: boolean) => `Tampilkan ${figure(count, isMore)} produk`,
  sorts: {
    popular: "Terlaris",
    newest: "Terbaru",
    "price-asc": "Harga terendah",
    "price-desc": "Harga tertinggi",
    name: "Nama A–Z",
  },
  below: "Kategori di bawahnya",
  category: "Jenis",
  colour: "Warna",
  size: "Ukuran",
  price: "Harga",
  priceMin: "Paling rendah (Rp)",
  priceMax: "Paling tinggi (Rp)",
  more: "Lainnya",
  personalisable: "Bisa custom nama",
  sale: "Diskon",
  inStock: "Ada stok",
  applied: "Filter terpakai",
  remove: (name: string) => `Hapus filter ${name}`,
  clear: "Hapus semua",
  between: (min: string | null, max: string | null) =>
    min && max ? `${min} – ${max}` : min ? `Mulai ${min}` : `Sampai ${max}`,
  loadMore: "Muat lagi",
  loadEarlier: "Muat halaman sebelumnya",
  shown: (shown: number, total: number, isMore: boolean) =>
    isMore ? `${figure(shown)} produk` : `${figure(shown)} dari ${figure(total)} produk`,
  none: {
    title: (q: string) => (q ? `Tidak ada hasil untuk “${q}”` : "Tidak ada produk yang cocok"),
    inCategory: (name: string) => `Lihat ${name}`,
    searchText: "Periksa ejaannya, atau coba kata yang lebih umum.",
    all: "Lihat semua produk",
    text: "Hapus sebagian filter, atau coba kata yang lebih pendek.",
    clear: "Hapus filter",
    nearest: "Mungkin yang ini",
    category: "Belum ada produk jenis ini",
    categoryText: "Lihat dulu yang lain; produk baru kami tambahkan di sini.",
    shop: "Produk pertama sedang kami siapkan",
    shopText: "Ada pertanyaan? Tulis kepada kami.",
    contact: "Hubungi kami",
  },
};
