import type { Language } from "#base/language.ts";

const days = {
  id: ["Minggu", "Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu"],
  en: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
};
const months = {
  id: [
    "Januari",
    "Februari",
    "Maret",
    "April",
    "Mei",
    "Juni",
    "Juli",
    "Agustus",
    "September",
    "Oktober",
    "November",
    "Desember",
  ],
  en: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
};

/**
 * Shop time is WIB, UTC+7 without daylight saving time. Not by Intl, whose engines differ and would break hydration.
 */
const wibOffsetMs = 7 * 3_600_000;

/** `Senin, 5 Januari 2026 pukul 10.00 WIB`; English `Monday, 5 January 2026, 10:00 WIB`. */
export function formatDateTime(at: Date | string, language: Language): string {
  const local = new Date(new Date(at).getTime() + wibOffsetMs);
  const day = days[language][local.getUTCDay()];
  const hours = String(local.getUTCHours()).padStart(2, "0");
  const minutes = String(local.getUTCMinutes()).padStart(2, "0");
  const date = `${day}, ${dateWords(local, language)}`;
  return language === "id"
    ? `${date} pukul ${hours}.${minutes} WIB`
    : `${date}, ${hours}:${minutes} WIB`;
}

function dateWords(local: Date, language: Language): string {
  return `${local.getUTCDate()} ${months[language][local.getUTCMonth()]} ${local.getUTCFullYear()}`;
}
