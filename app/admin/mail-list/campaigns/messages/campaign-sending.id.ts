import { formatCount } from "#base/format-count.ts";
export const id = {
  pace: (perSecond: string) => `${perSecond} email per detik`,
  ends: (moment: string) => `selesai kira-kira ${moment}`,
  endsLatest: (moment: string) => `selesai paling lambat ${moment}`,
  warmUp: (begun: string, most: string) => `pemanasan domain: ${begun} dari ${most} email hari ini`,
  goesOn: (moment: string) => `Lanjut sendiri ${moment}.`,
  uncertain: (count: number) =>
    `${formatCount(count, "id")} orang mungkin sudah menerima, mungkin belum`,
  uncertainText:
    "Koneksi putus sebelum server menjawab. Biarkan saja, atau centang siapa yang dikirimi sekali lagi: mereka bisa menerimanya dua kali, dan tidak dicoba lagi sesudahnya.",
  again: (count: number) =>
    count === 0 ? "Kirim sekali lagi" : `Kirim sekali lagi ke ${formatCount(count, "id")} orang`,
  nobodyUncertain: "Semuanya sudah jelas atau sudah dicoba sekali lagi. Muat ulang halaman.",
  warmsUp: "Panaskan domain baru",
  warmsUpHint:
    "30 hari pertama: mulai 500 email sehari, lalu naik bertahap. Matikan hanya bila domain ini sudah lama mengirim kabar dari program lain.",
};
