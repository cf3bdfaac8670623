import { nationalHolidays } from "./national-holidays.ts";

export interface ShopCalendar {
  /** Orders placed before this hour of shop time are sent on the same working day. */
  readonly cutoff_hour: number;
  /** `YYYY-MM-DD`: days without dispatch besides Sundays. */
  readonly holidays: readonly string[];
  /** Whether national holidays are days without dispatch too. */
  readonly observes_national_holidays: boolean;
  readonly time_zone: ShopTimeZone;
}

/** Indonesia's three time zones, all without daylight saving time: WIB, WITA, WIT. */
export const shopTimeZones = { "Asia/Jakarta": 7, "Asia/Makassar": 8, "Asia/Jayapura": 9 } as const;
export type ShopTimeZone = keyof typeof shopTimeZones;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** First and last day of arrival, `YYYY-MM-DD` in shop time; transit counts working days. */
export function deliveryDates(
  now: Date,
  days: { readonly min_days: number; readonly max_days: number },
  calendar: ShopCalendar,
): { earliest: string; latest: string } {
  const local = new Date(now.getTime() + shopTimeZones[calendar.time_zone] * hourMs);
  let leaves = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
  if (local.getUTCHours() >= calendar.cutoff_hour) leaves += dayMs;
  const isWorking = (day: number) =>
    new Date(day).getUTCDay() !== 0 && !isHoliday(dateText(day), calendar);
  while (!isWorking(leaves)) leaves += dayMs;
  const after = (count: number) => {
    let day = leaves;
    for (let left = count; left > 0; ) {
      day += dayMs;
      if (isWorking(day)) left--;
    }
    return dateText(day);
  };
  return { earliest: after(days.min_days), latest: after(days.max_days) };
}

function isHoliday(day: string, calendar: ShopCalendar): boolean {
  return (
    calendar.holidays.includes(day) ||
    (calendar.observes_national_holidays && nationalHolidays.has(day))
  );
}

function dateText(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

/**
 * The moment of a wall-clock time in the shop, e.g. when a promotion begins.
 * @param local `YYYY-MM-DDTHH:MM`
 */
export function shopInstant(local: string, timeZone: ShopTimeZone): Date {
  return new Date(Date.parse(`${local}:00Z`) - shopTimeZones[timeZone] * hourMs);
}
