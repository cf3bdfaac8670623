/** Costs and margins of variants. */
export const id = {
  title: "Modal dan margin",
  titleOf: (product: string) => `Modal: ${product}`,
  lead: "Modal per potong tanpa PPN. Margin adalah sisa harga tanpa PPN setelah modal. Pembeli tidak melihatnya.",
  back: "Kembali ke produk",
  link: "Modal",
  none: "Belum ada modal.",
  margin: (amount: string, percent: number | null) =>
    `Margin ${amount}${percent === null ? "" : ` (${percent}%)`}`,
  belowCost: "Harga di bawah modal.",
  heads: { variant: "Varian", price: "Harga", cost: "Modal", margin: "Margin" },
  save: "Simpan modal",
  saved: "Tersimpan",
  problems: {
    number_invalid: "Isi angka rupiah tanpa sen.",
    number_too_large: "Angka ini terlalu besar.",
    not_found: "Varian ini sudah tidak ada. Muat ulang halaman.",
    not_permitted: "Peran Anda tidak boleh mengubah modal.",
    invalid_input: "Isian ini tidak dikenali. Muat ulang halaman.",
  },
};
