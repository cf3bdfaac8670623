import type { Arm } from "#shop/mailing/campaigns/trial/arm.ts";
import type { WinnerReason } from "#shop/mailing/campaigns/trial/pick-winner.ts";

/** Two subjects of a campaign beside each other. */
export const id = {
  letters: { a: "A", b: "B" } satisfies Record<Arm, string>,
  subject: "Subjek B",
  subjectHint: (hours: number) =>
    `10% penerima mendapat subjek pertama (A), 10% subjek B. Sisanya menunggu ${hours} jam, lalu mendapat yang lebih baik.`,
  preheader: "Teks pratinjau B",
  preheaderHint: "Kosong: sama dengan yang pertama.",
  previewArm: "Subjek pratinjau",
  arm: (letter: string) => `Subjek ${letter}`,

  title: "Uji dua subjek",
  lead: "Yang lebih baik adalah yang lebih banyak membuat orang membeli, lalu yang lebih banyak diklik. Bila selisihnya mungkin kebetulan, A yang dikirim. Email yang dibuka tidak dihitung.",
  sending: (hours: number) =>
    `Kedua kelompok sedang dikirimi. Pemenang dipilih ${hours} jam setelah selesai.`,
  waiting: (moment: string) => `Menunggu pemenang, sampai ${moment}.`,
  rest: (count: string) => `Sekitar ${count} penerima lain mendapat subjek pemenang.`,
  small: (count: string) =>
    `Kurang dari ${count} penerima per subjek, jadi kebetulan yang menentukan.`,
  figure: "Hasil",
  difference: "Selisih",
  figures: {
    people: "Penerima",
    orders: "Pesanan",
    buyers: "Membeli",
    clickers: "Mengeklik",
  },
  percent: (number: string) => `${number.replace(".", ",")}%`,
  points: (number: string) => `${number.replace(".", ",")} poin`,
  /** What the figures say. */
  verdict: {
    orders: (letter: string) =>
      `Subjek ${letter} membuat lebih banyak orang membeli daripada yang dapat dijelaskan kebetulan (95%).`,
    clicks: (letter: string) =>
      `Subjek ${letter} diklik lebih banyak daripada yang dapat dijelaskan kebetulan (95%). Selisih pembelinya mungkin kebetulan.`,
    none: () => "Selisihnya mungkin kebetulan.",
  } satisfies Record<Exclude<WinnerReason, "person">, (letter: string) => string>,
  won: (letter: string) => `Subjek ${letter} dikirim ke sisanya.`,
  wonByHand: (letter: string) => `Tim memilih subjek ${letter} untuk sisanya.`,
  cancelled: "Dibatalkan sebelum pemenang dipilih.",
  until: "Angkanya sampai pemenang dipilih.",
  choose: (letter: string) => `Pilih ${letter} sekarang`,
  chooseTitle: (letter: string) => `Kirim subjek ${letter} ke semua sisanya?`,
  chooseText: "Penantian berakhir sekarang. Tidak bisa diurungkan.",
  keepWaiting: "Tetap menunggu",
};
