/** The page, and the message of the API, while the shop is closed for maintenance. */
export const id = {
  mark: "tutup sebentar",
  title: "Toko sedang dirawat",
  text: "Kami segera kembali. Pesanan dan keranjang Anda tetap tersimpan.",
  retry: "Coba lagi",
  waiting: "Halaman ini terbuka sendiri begitu toko buka lagi.",
  message: "Toko sedang dirawat. Coba lagi sebentar lagi.",
};
