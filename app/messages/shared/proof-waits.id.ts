/** A proof that needs the buyer's approval. */
export const id = {
  stage: "Perlu persetujuan",
  title: "Contoh cetak menunggu Anda",
  text: "Kami baru mencetak setelah Anda menyetujuinya.",
  ofOrder: (number: string) => `Pesanan ${number}: kami baru mencetak setelah Anda menyetujuinya.`,
  open: "Periksa contoh cetak",
};
