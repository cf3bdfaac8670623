/** The page that pays an order without signing in. */
export const id = {
  title: (number: string) => `Bayar pesanan ${number}`,
  unknown: "Tautan ini tidak berlaku",
  unknownText: "Minta tautan baru kepada toko.",
  tooMany: "Terlalu banyak percobaan. Coba lagi dalam sepuluh menit.",
  home: "Ke beranda",
  goods: "Barang",
  shipping: "Ongkir",
  total: "Total",
  terms: (link: string) => `Dengan membayar, Anda menyetujui ${link}.`,
  termsLink: "syarat dan ketentuan toko",
  paid: "Pesanan ini sudah dibayar. Terima kasih.",
  arrived: "Pesanan ini sudah diterima.",
  expired: "Batas waktu pembayaran sudah lewat. Hubungi toko untuk memesan lagi.",
  canceled: "Pesanan ini dibatalkan.",
};
