export const id = {
  title: "Promo untuk Anda",
  loading: "Memuat promo",
  none: "Belum ada promo saat ini.",
  failed: "Promo belum bisa dimuat. Periksa sambungan, lalu coba lagi.",
  retry: "Coba lagi",
  use: "Pakai",
  withCode: (code: string) => `Pakai kode ${code}`,
  used: "Dipakai",
  fits: "Bisa dipakai untuk keranjang ini.",
  saves: (amount: string) => `Hemat ${amount} untuk keranjang ini.`,
  /** The sentence that follows a code. */
  missing: (problem: string) => `Kode ini ${problem}`,
};
