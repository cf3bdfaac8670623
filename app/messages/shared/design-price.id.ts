export const id = {
  /** @param part e.g. "Huruf di atas delapan" */
  times: (part: string, count: number) => `${part} × ${count}`,
  from: (part: string, pieces: number) => `${part}, harga mulai ${pieces} buah`,
  once: (part: string) => `${part}, sekali per desain`,
  each: "Rincian harga sebuah",
  cheaper: (pieces: number, amount: string) =>
    `Mulai ${pieces} buah: ${amount} lebih murah sebuah.`,
  roster: {
    names: (pieces: number) => `Daftar nama, ${pieces} buah`,
    blank: "tanpa nama",
  },
};
