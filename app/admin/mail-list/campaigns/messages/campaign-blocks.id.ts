export const id = {
  ruleHint:
    "Produk dipilih saat pengiriman dimulai: yang terbit dan ada stoknya, dan belum ada di email ini. Sesudah itu isinya tetap.",
  order: "Ambil yang",
  orders: { newest: "Terbaru", popular: "Terlaris" },
  category: "Dari kategori",
  wholeShop: "Semua produk",
  categoryGone: "Kategori yang sudah dihapus",
  count: "Jumlah",
  columnsHint: "Berdampingan di layar lebar. Di ponsel, kolom kiri tampil di atas kolom kanan.",
  sides: { left: "Kolom kiri", right: "Kolom kanan" },
};
