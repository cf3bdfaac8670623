import { formatCount } from "#base/format-count.ts";
/** Looks of the preview of a campaign's mail, and as whom it is seen. */
export const id = {
  looks: {
    desktop: "Komputer",
    phone: "Ponsel",
    dark: "Gelap",
    forced: "Gelap paksa",
    text: "Teks",
    headers: "Header",
  },
  hints: {
    forced:
      "Simulasi: semua warna dibalik tanpa melihat desain gelapnya, seperti Gmail dan Outlook. Rumusnya yang dipakai Outlook; program lain sedikit berbeda.",
    headers:
      "Header seperti yang ditulis saat pengiriman. Token penerima dan nomor pesan diganti contoh, jadi tautan di sini tidak menghentikan email siapa pun. Tanda tangan DKIM ditambahkan saat pengiriman, jika catatan domainnya benar.",
  },
  as: "Lihat sebagai pelanggan milis",
  asHint: "Ketik awal alamat emailnya",
  seenAs: (who: string) => `Dilihat sebagai ${who}`,
  stopAs: "Lihat sebagai siapa saja",
  noName: "tanpa nama",
  languageMissing: (language: string) =>
    `Orang ini memilih ${language}, tetapi versi itu belum ada. Yang tampil versi penggantinya.`,
  codeHint: "Kode voucer dan tautan berhenti di pratinjau hanya contoh.",
  hits: (count: number) => `${formatCount(count, "id")} pelanggan ditemukan`,
  noHits: "Tidak ada alamat yang dimulai dengan itu.",
  searchFailed: "Pencarian gagal. Coba lagi.",
};
