import { type ShopTimeZone, shopClock, shopInstant } from "#shop/kernel/time-zones.ts";
import { nationalHolidays } from "./national-holidays.ts";

const dayMs = 24 * 3_600_000;

/**
 * The end of so many working days after the day of a moment: days from Monday to Friday that are no national holidays, in
 * shop time.
 */
export function endOfWorkingDays(from: Date, count: number, zone: ShopTimeZone): Date {
  const local = shopClock(from, zone);
  let day = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
  for (let left = count; left > 0; ) {
    day += dayMs;
    if (isWorkingDay(day)) left--;
  }
  return shopInstant(new Date(day + dayMs).toISOString().slice(0, 16), zone);
}

function isWorkingDay(day: number): boolean {
  const weekday = new Date(day).getUTCDay();
  return (
    weekday !== 0 &&
    weekday !== 6 &&
    !nationalHolidays.has(new Date(day).toISOString().slice(0, 10))
  );
}
