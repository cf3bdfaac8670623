const months = [
  ...["Januari", "Februari", "Maret", "April", "Mei", "Juni", "Juli", "Agustus"],
  ...["September", "Oktober", "November", "Desember"],
];
const weekdays = ["Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu", "Minggu"];

/** The calendar of campaigns. */
export const id = {
  title: "Kalender kampanye",
  views: "Tampilan kampanye",
  list: "Daftar",
  calendar: "Kalender",
  /** With the number of the month, from 1. */
  month: (month: number, year: string) => `${months[month - 1] ?? ""} ${year}`,
  /** From Monday, 0. */
  weekday: (day: number) => weekdays[day] ?? "",
  before: "Bulan sebelumnya",
  after: "Bulan berikutnya",
  now: "Bulan ini",
  today: "Hari ini",
  lead: (zone: string) =>
    `Menurut hari mulai pengiriman, waktu ${zone}. Draf tanpa jadwal tidak tampil di sini.`,
  none: "Tidak ada kampanye yang dijadwalkan atau dikirim di bulan ini.",
  noneOfDay: "Tidak ada kampanye di hari ini.",
  more: "Lihat semua",
  moreOf: (day: string) => `Lihat semua kampanye ${day}`,
  backToMonth: (month: string) => `Kembali ke ${month}`,
  onlyFirst: (count: string) => `Hanya ${count} yang pertama.`,
  time: (time: string) => time.replace(":", "."),
};
