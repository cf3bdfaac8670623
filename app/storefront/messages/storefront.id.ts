import { formatCount } from "#base/format-count.ts";
export const id = {
  card: {
    add: (name: string) => `Tambah ${name} ke keranjang`,
    added: "Masuk keranjang",
    personalisable: "Custom nama",
    sold: (pieces: number) => `Terjual ${formatCount(pieces, "id")}+`,
    colours: (count: number) => `${count} warna`,
  },
  delivery: {
    title: "Ongkir dan tanggal tiba",
    change: "Ganti",
    to: "Ke",
    arrives: "Tiba",
    free: "Gratis",
    notDeliverable: "Belum ada kurir kami ke wilayah ini. Tanya kami lewat halaman Kontak.",
    failed: "Ongkir belum bisa dihitung.",
    note: "Perkiraan untuk pesanan yang dibayar sekarang.",
  },
  recent: "Terakhir dilihat",
};
