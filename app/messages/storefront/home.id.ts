export const id = {
  title: "Mug, kaos, dan buku nota cetakan Bandung",
  description:
    "Barang cetak dari bengkel kami di Bandung: mug, kaos, tas kanvas, buku, poster. Satu pun kami cetak.",
  promise: "Satu pun kami cetak.",
  lead: "Mug, kaos, tas kanvas, dan buku nota dari bengkel kami di Bandung. Dicetak di sini, dikirim ke seluruh Indonesia.",
  all: "Lihat semua barang",
  personalise: "Yang bisa diberi nama",
  sample: "Paling sering dibeli",
  bestSellers: "Paling sering dibeli",
  newest: "Baru dari bengkel",
  personalisable: "Bisa diberi nama Anda",
  categories: "Belanja menurut jenis",
  seeAll: "Lihat semua",
  copies: {
    title: "Satu nota, empat lembar",
    lead: "Seperti buku nota di warung: warna lembarnya memberi tahu pesanan Anda sampai mana.",
    white: {
      name: "Putih",
      title: "Milik Anda",
      text: "Rincian harga sebelum membayar. Tidak ada biaya yang muncul belakangan.",
    },
    yellow: {
      name: "Kuning",
      title: "Menunggu pembayaran",
      text: "Barangnya kami sisihkan sampai batas waktu bayar.",
    },
    pink: {
      name: "Merah muda",
      title: "Dibuat dan dikirim",
      text: "Dicetak di Bandung, dikirim Senin–Sabtu, dengan nomor resi di nota.",
    },
    green: {
      name: "Hijau",
      title: "Selesai",
      text: "Sampai di tangan Anda. Cacat cetak kami ganti.",
    },
  },
  delivery: {
    title: "Ongkir dan tanggal tiba, sebelum ke keranjang",
    text: "Tulis kecamatan Anda di halaman barang: kami tunjukkan kurir, harga, dan perkiraan tanggal tiba.",
  },
  payment: {
    title: "Cara bayar",
    text: "Bayar setelah total akhir tampil.",
  },
};
