export const id = {
  title: "Selamat datang",
  description:
    "Lihat produk dan harganya, hitung ongkir ke alamat Anda, lalu pesan langsung di sini.",
  promise: "Selamat datang di toko kami.",
  lead: "Lihat produk dan harganya, hitung ongkir ke alamat Anda, lalu pesan langsung di sini.",
  noProducts: "Produk pertama sedang kami siapkan. Ada pertanyaan? Tulis kepada kami.",
  contact: "Hubungi kami",
  all: "Lihat semua produk",
  personalise: "Bisa custom nama",
  sample: "Terlaris",
  bestSellers: "Terlaris",
  newest: "Baru",
  personalisable: "Cetak nama Anda",
  collections: "Koleksi",
  collection: "Pilihan kami",
  preview: "Pratinjau beranda",
  previewText: "Ini draf beranda. Pengunjung belum melihatnya.",
  categories: "Belanja menurut jenis",
  seeAll: "Lihat semua",
  copies: {
    title: "Satu nota, empat lembar",
    white: {
      title: "Milik Anda",
      text: "Rincian harga, dengan semua biaya, sebelum Anda membayar.",
    },
    yellow: {
      title: "Menunggu pembayaran",
      text: "Barangnya kami sisihkan sampai batas waktu bayar.",
    },
    pink: {
      title: "Dibuat dan dikirim",
      text: "Kami siapkan dan kirim, dengan nomor resi di nota.",
    },
    green: {
      title: "Selesai",
      text: "Sampai di tangan Anda. Ada yang cacat? Laporkan di halaman pesanan.",
    },
  },
  delivery: {
    title: "Ongkir dan tanggal tiba, sebelum ke keranjang",
    text: "Tulis kecamatan Anda di halaman produk: kami tunjukkan kurir, harga, dan perkiraan tanggal tiba.",
  },
  payment: {
    title: "Cara bayar",
    text: "Bayar setelah total akhir tampil.",
  },
};
