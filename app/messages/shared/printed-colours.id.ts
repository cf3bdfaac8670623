/** How a proof looks once the printer's colour profile has printed it. */
export const id = {
  title: (profile: string) => `Warna setelah dicetak (${profile})`,
  area: (name: string) => `${name} setelah dicetak`,
  loading: "Memuat warna cetak…",
  failed: "Warna cetak belum termuat.",
  retry: "Coba lagi",
  colours: "Warna desain dan warna cetaknya",
  same: (hex: string) => `${hex}: tercetak seperti di layar`,
  shifted: (hex: string, printed: string) =>
    `${hex}: di luar jangkauan mesin cetak, tercetak ${printed}`,
  promise: (profile: string) =>
    `Dicetak dengan profil ${profile}: warna di luar jangkauan mesin bergeser seperti pada gambar warna cetak.`,
};
