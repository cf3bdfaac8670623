import type { TopicProblem } from "#shop/consent/own-topics.server.ts";

export const id = {
  title: "Topik",
  lead: (most: number) =>
    `Yang bisa dipilih pelanggan di halaman pilihan emailnya. Toko boleh punya ${most} topik sendiri; semuanya mati sampai orangnya setuju.`,
  add: "Topik baru",
  back: "Semua topik",
  full: (most: number) => `Sudah ada ${most} topik. Arsipkan satu untuk menambah yang lain.`,
  heads: { name: "Topik", kind: "Jenis", of: "Milik" },
  marketing: "Pemasaran",
  service: "Bukan pemasaran",
  own: "Toko",
  program: "Bawaan",
  archived: "Diarsipkan",
  archivedText: "Topik ini tidak ditawarkan lagi. Pilihan pelanggan yang lama tetap tersimpan.",
  fields: {
    name_id: "Nama (Indonesia)",
    name_en: "Nama (Inggris)",
    hint_id: "Penjelasan (Indonesia)",
    hint_en: "Penjelasan (Inggris)",
  },
  isMarketing: "Ini email pemasaran",
  marketingHint: "Pelanggan bisa menjedanya atau memintanya maksimal sekali sebulan.",
  agreedHint: "Sudah ada yang memilih topik ini, jadi jenisnya tetap.",
  save: "Simpan",
  saved: "Tersimpan",
  archive: "Arsipkan",
  restore: "Pakai lagi",
  remove: "Hapus topik",
  problems: {
    not_permitted: "Anda tidak punya izin untuk ini.",
    not_found: "Topik ini sudah tidak ada.",
    changed_meanwhile: "Rekan Anda mengubah topik ini. Muat ulang halaman, lalu ulangi.",
    topics_full: "Sudah ada lima topik. Arsipkan satu dulu.",
    topic_agreed: "Sudah ada yang memilih topik ini, jadi jenisnya tidak bisa diubah.",
    topic_in_use:
      "Ada kampanye yang belum selesai dengan topik ini. Kirim, batalkan, atau hapus dulu.",
    topic_known: "Topik ini pernah dipakai, jadi catatannya harus tetap ada. Arsipkan saja.",
    required: "Isi namanya.",
    too_long: "Terlalu panjang. Persingkat.",
    invalid_input: "Isian ini tidak berlaku.",
  } satisfies Record<TopicProblem | "required" | "too_long" | "invalid_input", string>,
};
