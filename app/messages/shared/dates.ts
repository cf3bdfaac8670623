import type { Language } from "#base/language.ts";
import { type ShopTimeZone, shopClock, shopTimeZones } from "#shop/kernel/time-zones.ts";

/* Written out rather than left to Intl, whose engines differ and would break hydration. */
const months: Record<Language, readonly string[]> = {
  id: ["Jan", "Feb", "Mar", "Apr", "Mei", "Jun", "Jul", "Agu", "Sep", "Okt", "Nov", "Des"],
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
};

/** `24–26 Nov`, `30 Nov – 2 Des`, or `24 Nov` of two days in `YYYY-MM-DD`. */
export function formatDays(first: string, last: string, language: Language): string {
  const [, firstMonth, firstDay] = parts(first);
  const [, lastMonth, lastDay] = parts(last);
  const month = (number: number) => months[language][number - 1] ?? "";
  if (first === last) return `${firstDay} ${month(firstMonth)}`;
  if (firstMonth === lastMonth) return `${firstDay}–${lastDay} ${month(firstMonth)}`;
  return `${firstDay} ${month(firstMonth)} – ${lastDay} ${month(lastMonth)}`;
}

/** `24 Nov 2026` of a day in `YYYY-MM-DD`. */
export function formatDay(day: string, language: Language): string {
  const [year, month, date] = parts(day);
  return `${date} ${months[language][month - 1] ?? ""} ${year}`;
}

function parts(day: string): [number, number, number] {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return [year, month, date];
}

/** `24 Nov 2026, 10.05 WIB` of a moment in ISO 8601, by the shop's clock. */
export function formatMoment(iso: string, language: Language, zone: ShopTimeZone): string {
  return formatLocalMoment(shopClock(iso, zone).toISOString(), language, zone);
}

/** The same of a time that the shop's clock shows already, `2026-11-24T10:05`. */
export function formatLocalMoment(local: string, language: Language, zone: ShopTimeZone): string {
  const day = formatDay(local.slice(0, 10), language);
  return `${day}, ${timeOf(local, language)} ${shopTimeZones[zone].name}`;
}

/** The same for a row of a list: without the time zone, and without the year where it is that of `now`. */
export function formatRowMoment(
  iso: string,
  language: Language,
  zone: ShopTimeZone,
  now = new Date().toISOString(),
): string {
  const local = shopClock(iso, zone).toISOString();
  const day = local.slice(0, 10);
  const isThisYear = day.slice(0, 4) === shopClock(now, zone).toISOString().slice(0, 4);
  return `${isThisYear ? formatDays(day, day, language) : formatDay(day, language)}, ${timeOf(local, language)}`;
}

function timeOf(local: string, language: Language): string {
  const time = local.slice(11, 16);
  return language === "id" ? time.replace(":", ".") : time;
}
