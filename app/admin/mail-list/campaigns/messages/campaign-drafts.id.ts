export const id = {
  stale:
    "Orang lain baru saja menyimpan draf ini. Simpan tulisan Anda di atasnya (versi mereka tetap ada di Riwayat), atau pakai versi mereka.",
  saveOver: "Simpan tulisan saya",
  takeTheirs: "Pakai versi mereka",
  history: (count: number) => `Riwayat (${count})`,
  historyHint: "Yang sekarang tetap ada di riwayat sesudah versi lama dipulihkan.",
  nobody: "Akun yang sudah dihapus",
  auto: "tersimpan sendiri",
  current: "Yang sekarang",
  restore: "Pulihkan",
  restoreOf: (when: string) => `Pulihkan versi ${when}`,
  untitled: "Tanpa nama",
};
