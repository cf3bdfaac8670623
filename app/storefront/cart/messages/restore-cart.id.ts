export const id = {
  title: "Buka keranjang lagi",
  text: (pieces: number) =>
    `Ada ${pieces} barang di keranjang yang Anda tinggalkan. Keranjangnya pindah ke perangkat ini.`,
  open: "Buka keranjang",
  gone: "Keranjang ini sudah tidak ada",
  goneText: "Keranjangnya sudah dibuka di perangkat lain, sudah dipesan, atau sudah terlalu lama.",
  shop: "Mulai belanja",
};
