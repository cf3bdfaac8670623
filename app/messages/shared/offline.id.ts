/** The page that stands in for any other while there is no connection. */
export const id = {
  mark: "offline",
  title: "Tidak ada sambungan",
  text: "Halaman ini butuh internet. Keranjang Anda tetap tersimpan di perangkat ini.",
  retry: "Coba lagi",
  cart: "Di keranjang Anda",
  waiting: "Halaman dimuat lagi dengan sendirinya begitu tersambung.",
};
