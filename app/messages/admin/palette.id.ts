import type { ShortcutAct } from "#app/admin/palette/shortcuts.ts";

/** The palette and the keys of the back office. */
export const id = {
  button: "Cari",
  title: "Cari dan kerjakan",
  label: "Cari halaman, tindakan, pesanan, produk, atau kode",
  placeholder: "Nomor pesanan, resi, SKU, email, HP, nama",
  page: "halaman",
  action: "tindakan",
  kinds: {
    product: "produk",
    promotion: "promo",
    order: "pesanan",
    shipping_zone: "zona",
    shipping_method: "metode kirim",
  } as Readonly<Record<string, string>>,
  none: "Tidak ada yang cocok.",
  failed: "Pencarian tidak terjangkau. Coba lagi.",
  keys: "Tombol pintas",
  keysOn: "Tombol pintas satu huruf menyala",
  goTo: (page: string) => `Ke ${page}`,
  count: (count: number) => `${count} pilihan`,
  acts: {
    palette: "Cari dan kerjakan",
    search: "Cari di daftar ini",
    filter: "Tambah saringan",
    next: "Baris berikut",
    previous: "Baris sebelum",
    select: "Pilih baris",
    selectTo: "Pilih sampai baris ini",
    open: "Buka baris",
    edit: "Ubah baris",
    new: "Buat baru",
    rail: "Ciutkan atau bentangkan menu",
    help: "Tombol pintas",
    leave: "Tutup atau lepas fokus",
  } satisfies Record<ShortcutAct, string>,
};
