export const id = {
  /** @param part e.g. "Huruf di atas delapan" */
  times: (part: string, count: number) => `${part} × ${count}`,
  from: (part: string, pieces: number) => `${part}, harga mulai ${pieces} buah`,
  once: (part: string) => `${part}, sekali per desain`,
  /** Label of the parts that the price includes. */
  included: "Termasuk:",
  each: "Rincian harga sebuah",
  cheaper: (pieces: number, amount: string) =>
    `Mulai ${pieces} buah: ${amount} lebih murah sebuah.`,
  madeToOrder:
    "Dibuat khusus untuk Anda, jadi tidak dapat dikembalikan karena berubah pikiran. Bila salah cetak, rusak, atau berbeda dari desain yang Anda pesan atau setujui, kami cetak ulang atau kembalikan dana Anda.",
  roster: {
    names: (pieces: number) => `Daftar nama, ${pieces} buah`,
    blank: "tanpa nama",
  },
};
