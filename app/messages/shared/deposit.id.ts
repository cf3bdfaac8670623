/** Orders that are paid by a deposit and a balance, for customers and staff. */
export const id = {
  deposit: "DP",
  received: "Sudah dibayar",
  balance: "Sisa",
  /** In the history of an order. */
  paid: { deposit: "DP diterima", balance: "Sisa pembayaran diterima" },
  thanks: (amount: string) =>
    `DP ${amount} sudah kami terima, dan pesanan Anda kami kerjakan. Sisanya bisa dibayar kapan saja sebelum barang dikirim.`,
  /** Shown next to the amount that the buyer pays now. */
  asked: {
    deposit: (total: string) =>
      `DP dari total ${total}. Pesanan dikerjakan setelah DP diterima; sisanya dibayar sebelum barang dikirim.`,
    balance: "Sisa pembayaran. Barang dikirim setelah sisanya diterima.",
    coded: (code: string) =>
      `Jumlah ini sudah termasuk kode unik ${code}. Sisa pembayaran Anda berkurang sebesar itu.`,
  },
  choice: {
    title: "Yang dibayar sekarang",
    whole: (amount: string) => `Pembayaran penuh, ${amount}`,
    part: "DP dulu",
    percent: "Persen DP",
    amounts: (deposit: string, balance: string) => `DP ${deposit}, sisa ${balance}`,
    range: (least: number, most: number) => `Tulis persen bulat dari ${least} sampai ${most}.`,
    small: (least: string) =>
      `Totalnya terlalu kecil untuk DP. DP dan sisanya masing-masing minimal ${least}.`,
  },
  receive: {
    open: "Catat uang yang sudah diterima",
    how: "Diterima lewat",
    methods: { cash: "Tunai", reader: "QRIS atau EDC di kasir", transfer: "Transfer bank" },
    save: (amount: string) => `Catat ${amount} diterima`,
  },
};
