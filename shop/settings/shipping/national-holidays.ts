const days: readonly (readonly [date: string, name: string])[] = [
  ["2026-01-01", "Tahun Baru 2026 Masehi"],
  ["2026-01-16", "Isra Mikraj Nabi Muhammad"],
  ["2026-02-17", "Tahun Baru Imlek 2577"],
  ["2026-03-19", "Hari Suci Nyepi, Tahun Baru Saka 1948"],
  ["2026-03-21", "Idulfitri 1447 H"],
  ["2026-03-22", "Idulfitri 1447 H"],
  ["2026-04-03", "Wafat Yesus Kristus"],
  ["2026-04-05", "Kebangkitan Yesus Kristus"],
  ["2026-05-01", "Hari Buruh Internasional"],
  ["2026-05-14", "Kenaikan Yesus Kristus"],
  ["2026-05-27", "Iduladha 1447 H"],
  ["2026-05-31", "Hari Raya Waisak 2570"],
  ["2026-06-01", "Hari Lahir Pancasila"],
  ["2026-06-16", "Tahun Baru Islam 1448 H"],
  ["2026-08-17", "Proklamasi Kemerdekaan"],
  ["2026-08-25", "Maulid Nabi Muhammad"],
  ["2026-12-25", "Kelahiran Yesus Kristus"],
  ["2027-01-01", "Tahun Baru 2027 Masehi"],
  ["2027-05-01", "Hari Buruh Internasional"],
  ["2027-06-01", "Hari Lahir Pancasila"],
  ["2027-08-17", "Proklamasi Kemerdekaan"],
  ["2027-12-25", "Kelahiran Yesus Kristus"],
  ...easterDays(2027),
];

/**
 * National holidays by date, on which couriers do not work. Joint leave (cuti bersama) is not included: couriers work.
 * 2026: joint decree of the ministers of religious affairs (1497/2025), manpower (2/2025) and state apparatus (5/2025).
 * 2027: the holidays fixed by law and those computed from Easter. Missing are those of the Hijri, Saka, Buddhist and
 * Chinese calendars, which a decree sets in the year before: Isra Mikraj, Imlek, Nyepi, Idulfitri, Iduladha, Waisak,
 * the Hijri new year and Maulid. Until then merchants enter them as their own holidays.
 */
export const nationalHolidays: ReadonlyMap<string, string> = new Map(
  days.toSorted(([a], [b]) => a.localeCompare(b)),
);

/** Good Friday, Easter and Ascension by the Gregorian rule (Meeus, Astronomical Algorithms, chapter 8). */
export function easterDays(year: number): [string, string][] {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor((8 * b + 13) / 25);
  const e = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7;
  const g = Math.floor((a + 11 * e + 22 * f) / 451);
  const march = e + f - 7 * g + 22;
  const day = (after: number) =>
    new Date(Date.UTC(year, 2, march + after)).toISOString().slice(0, 10);
  return [
    [day(-2), "Wafat Yesus Kristus"],
    [day(0), "Kebangkitan Yesus Kristus"],
    [day(39), "Kenaikan Yesus Kristus"],
  ];
}
