/**
 * National holidays by date, on which couriers rest. Joint leave (cuti bersama) is not among them: couriers work.
 * 2026: joint decree of the ministers of religious affairs (1497/2025), manpower (2/2025) and state apparatus
 * (5/2025). 2027: only the days that the law fixes; those that follow the moon are decreed in the year before. What is
 * missing here a merchant enters as a holiday of their own.
 */
export const nationalHolidays: ReadonlyMap<string, string> = new Map([
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
]);
