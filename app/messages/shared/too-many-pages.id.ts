/** The page for an address that opened more pages in a minute than people do. */
export const id = {
  mark: "sebentar",
  title: "Terlalu banyak halaman sekaligus",
  text: "Terlalu banyak halaman dibuka dari jaringan Anda dalam satu menit. Tunggu sebentar, lalu coba lagi.",
  retry: "Coba lagi",
  waiting: "Halaman ini memuat ulang sendiri sebentar lagi.",
};
