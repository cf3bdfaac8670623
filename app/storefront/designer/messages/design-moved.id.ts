export const id = {
  title: "Cara cetak barang ini berubah sejak desain ini disimpan. Tidak ada yang hilang:",
  variant: (label: string) =>
    label === ""
      ? "Pilihan Anda tidak dijual lagi, jadi diganti."
      : `Pilihan Anda tidak dijual lagi. Sekarang: ${label}.`,
  resized: (side: string, from: string, to: string) =>
    `${side}: bidangnya dari ${from} menjadi ${to} mm, jadi isinya disesuaikan.`,
  gone: (side: string, layers: number, to: string) =>
    `${side} tidak dicetak lagi: ${layers} lapisan disimpan tersembunyi di ${to}.`,
  unknownSide: "Satu sisi",
  fits: "Semua tetap di tempatnya dan muat.",
  unread: "Cara cetak yang lama tidak bisa dibaca. Periksa letak dan ukuran semuanya.",
  close: "Mengerti",
};
