/** What is typed into the editor of a product and not applied yet. */
export const id = {
  restored: (moment: string) =>
    `Isian Anda dari ${moment} dibuka kembali. Belum diterapkan ke produk.`,
  kept: (moment: string) => `Belum diterapkan. Isian tersimpan ${moment}.`,
  notKept: "Belum diterapkan, dan isian belum tersimpan. Periksa sambungan Anda.",
  drop: "Buang isian",
  apply: "Terapkan perubahan",
  others: (author: string, moment: string) =>
    `${author} juga punya isian yang belum diterapkan, terakhir ${moment}.`,
  othersScheduled: (author: string, moment: string) =>
    `Perubahan dari ${author} diterapkan sendiri pada ${moment}.`,
  takeOver: "Lanjutkan isiannya",
  elsewhere:
    "Anda juga mengisi produk ini di jendela lain. Isian di jendela ini tidak disimpan lagi; terapkan di sini, atau muat ulang untuk melihat isian di sana.",
  scheduled: (moment: string) => `Perubahan ini diterapkan sendiri pada ${moment}.`,
  unschedule: "Batalkan jadwal",
  later: "Terapkan nanti",
  laterText:
    "Ubah isian di halaman ini, lalu pilih waktunya. Sampai saat itu pembeli melihat yang lama.",
  applyAt: "Waktu (jam toko)",
  schedule: "Jadwalkan perubahan",
  notApplied: (reason: string) => `Pada waktunya perubahan ini tidak bisa diterapkan: ${reason}`,
  problems: {
    draft_scheduled: "Batalkan jadwalnya dulu.",
    draft_changed_elsewhere: "Isian ini sudah berubah di jendela lain. Muat ulang halaman.",
    draft_too_large: "Isian terlalu besar untuk disimpan. Terapkan sebagian dulu.",
    apply_at_invalid: "Isi tanggal dan jam yang benar.",
    apply_at_past: "Pilih waktu yang belum lewat.",
    counts_not_scheduled:
      "Jumlah stok tidak bisa dijadwalkan. Kembalikan stoknya, atau terapkan sekarang.",
    price_cut_over_limit:
      "Harga turun melebihi batas Anda. Terapkan sekarang agar rekan dapat menyetujuinya.",
    not_found: "Produk ini sudah tidak ada.",
    unreachable: "Belum tersimpan. Periksa sambungan, lalu coba lagi.",
    not_permitted: "Peran Anda tidak boleh melakukan ini.",
    invalid_input: "Ada isian yang perlu diperbaiki dulu. Coba terapkan untuk melihat yang mana.",
  },
};
