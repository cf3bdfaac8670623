import type { Language } from "#base/language.ts";
import { type ShopTimeZone, shopClock, shopTimeZones } from "./time-zones.ts";

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

/** `Senin, 5 Januari 2026 pukul 10.00 WIB`; English `Monday, 5 January 2026, 10:00 WIB`, by the shop's clock. */
export function formatDateTime(at: Date | string, language: Language, zone: ShopTimeZone): string {
  const local = shopClock(at, zone);
  const day = days[language][local.getUTCDay()];
  const hours = String(local.getUTCHours()).padStart(2, "0");
  const minutes = String(local.getUTCMinutes()).padStart(2, "0");
  const date = `${day}, ${dateWords(local, language)}`;
  const { name } = shopTimeZones[zone];
  return language === "id"
    ? `${date} pukul ${hours}.${minutes} ${name}`
    : `${date}, ${hours}:${minutes} ${name}`;
}

/** `5 Januari 2026`, by the shop's clock. */
export function formatDate(at: Date | string, language: Language, zone: ShopTimeZone): string {
  return dateWords(shopClock(at, zone), language);
}

/** `24–26 November`, `30 November – 2 Desember`, or `24 November` of two days in `YYYY-MM-DD`. */
export function formatDaySpan(first: string, last: string, language: Language): string {
  const [from, to] = [new Date(first), new Date(last)];
  const month = (day: Date) => months[language][day.getUTCMonth()];
  if (first === last) return `${from.getUTCDate()} ${month(from)}`;
  if (month(from) === month(to)) return `${from.getUTCDate()}–${to.getUTCDate()} ${month(from)}`;
  return `${from.getUTCDate()} ${month(from)} – ${to.getUTCDate()} ${month(to)}`;
}

function dateWords(local: Date, language: Language): string {
  return `${local.getUTCDate()} ${months[language][local.getUTCMonth()]} ${local.getUTCFullYear()}`;
}
