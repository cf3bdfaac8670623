/** The buyer's note to the shop, and the card of a gift. */
export const id = {
  title: "Catatan atau hadiah",
  none: "Tidak ada catatan.",
  note: "Catatan untuk toko",
  noteHint: "Misalnya: kirim setelah tanggal 5, atau titip di satpam.",
  gift: "Ini hadiah",
  giftHint:
    "Toko bisa mencetak pesan ini sebagai kartu ucapan. Daftar barang di paket tidak memuat harga.",
  message: "Pesan di kartu ucapan",
  from: "Dari",
  fromName: (name: string) => `Dari ${name}`,
  giftPlain: "Hadiah tanpa kartu ucapan",
  edit: "Ubah",
  save: "Simpan",
  card: "Kartu ucapan",
  invalid: "Catatan dan pesan maksimal 300 huruf, nama maksimal 60. Persingkat teksnya.",
  problems: {
    order_left:
      "Pesanan sudah disiapkan, jadi tidak bisa diubah. Hubungi toko lewat halaman Kontak.",
    order_not_found: "Pesanan ini tidak ditemukan. Muat ulang halaman.",
  },
};
