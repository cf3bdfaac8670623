import { type ShopTimeZone, shopClock } from "#shop/kernel/time-zones.ts";
import { nationalHolidays } from "./national-holidays.ts";

/** Days of the shop's own closure, `YYYY-MM-DD`, both included. */
export interface ClosedDays {
  readonly from_day: string;
  readonly to_day: string;
}

export interface ShopCalendar {
  /**
   * By weekday from Sunday: orders placed before this hour of shop time are sent on the same day. Null: nothing is sent
   * on this weekday. At least one has an hour.
   */
  readonly cutoffs: readonly (number | null)[];
  readonly closures: readonly ClosedDays[];
  /** Whether national holidays are days without dispatch too. */
  readonly observes_national_holidays: boolean;
  readonly time_zone: ShopTimeZone;
}

const dayMs = 24 * 3_600_000;

/**
 * First and last day of arrival, `YYYY-MM-DD` in shop time. An order leaves on a day that the shop ships. In transit
 * count the days from Monday to Saturday that are no holidays. A pickup is ready on a day that the shop ships.
 * @param productionDays days on which the shop ships that the goods are printed before
 */
export function deliveryDates(
  now: Date,
  days: { readonly min_days: number; readonly max_days: number; readonly is_pickup?: boolean },
  calendar: ShopCalendar,
  productionDays = 0,
): { earliest: string; latest: string } {
  if (calendar.cutoffs.every((hour) => hour === null)) throw new Error("no weekday ships");
  const local = shopClock(now, calendar.time_zone);
  let leaves = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
  const cutoff = calendar.cutoffs[local.getUTCDay()] ?? null;
  if (cutoff === null || local.getUTCHours() >= cutoff) leaves += dayMs;
  const ships = (day: number) =>
    (calendar.cutoffs[new Date(day).getUTCDay()] ?? null) !== null && !isHoliday(day, calendar);
  const counts = (day: number) => new Date(day).getUTCDay() !== 0 && !isHoliday(day, calendar);
  while (!ships(leaves)) leaves += dayMs;
  for (let left = productionDays; left > 0; ) {
    leaves += dayMs;
    if (ships(leaves)) left--;
  }
  const after = (count: number) => {
    let day = leaves;
    for (let left = count; left > 0; ) {
      day += dayMs;
      if (counts(day)) left--;
    }
    while (days.is_pickup && !ships(day)) day += dayMs;
    return dateText(day);
  };
  return { earliest: after(days.min_days), latest: after(days.max_days) };
}

function isHoliday(at: number, calendar: ShopCalendar): boolean {
  const day = dateText(at);
  return (
    calendar.closures.some(({ from_day, to_day }) => from_day <= day && day <= to_day) ||
    (calendar.observes_national_holidays && nationalHolidays.has(day))
  );
}

function dateText(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}
