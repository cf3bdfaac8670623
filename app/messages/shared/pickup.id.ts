export const id = {
  title: "Ambil di toko",
  hours: "Jam buka",
  show: (number: string) => `Sebutkan nomor pesanan ${number} kepada tim kami.`,
  by: (name: string) => `Diambil oleh ${name}`,
  expected: (days: string) => `Siap diambil ${days}`,
  goods: "Barang",
  ready: "Siap diambil",
  readyAt: (time: string) => `Siap sejak ${time}`,
  taken: "Sudah diambil",
  takenAt: (time: string) => `Diambil ${time}`,
  none: "Barangnya sedang kami siapkan. Halaman ini berubah begitu siap diambil.",
  received: "Sudah saya ambil",
  receivedPart: "Barang ini sudah saya ambil",
  cash: (amount: string) => `Siapkan ${amount} tunai saat mengambil di toko.`,
  nextSteps: (days: string, isChecked: boolean) => [
    isChecked
      ? "Kami periksa desain Anda, lalu cetak dan kemas pesanannya."
      : "Kami siapkan pesanan Anda.",
    "Anda menerima email begitu barangnya siap diambil.",
    `Perkiraan siap diambil ${days}.`,
  ],
  staff: {
    toPrepare: "Belum disiapkan",
    ready: "Tandai siap diambil",
    readyTitle: "Barang siap diambil",
    readyHint: "Pembeli menerima email berisi tempat dan jam buka. Tidak ada label kirim.",
    taken: "Tandai sudah diambil",
    place: "Diambil di",
  },
};
