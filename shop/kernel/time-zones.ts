/** Indonesia's three time zones, all without daylight saving time: hours before UTC and what clocks call them. */
export const shopTimeZones = {
  "Asia/Jakarta": { hours: 7, name: "WIB" },
  "Asia/Makassar": { hours: 8, name: "WITA" },
  "Asia/Jayapura": { hours: 9, name: "WIT" },
} as const;
export type ShopTimeZone = keyof typeof shopTimeZones;

const hourMs = 3_600_000;

/**
 * The shop's clock at a moment, in the UTC fields of the result. Not by Intl, whose engines differ and would break hydration.
 * @param at ISO 8601 where it is a text
 */
export function shopClock(at: Date | string, zone: ShopTimeZone): Date {
  return new Date(new Date(at).getTime() + shopTimeZones[zone].hours * hourMs);
}

/**
 * The moment of a wall-clock time in the shop, e.g. when a promotion begins.
 * @param local `YYYY-MM-DDTHH:MM`
 */
export function shopInstant(local: string, zone: ShopTimeZone): Date {
  return new Date(Date.parse(`${local}:00Z`) - shopTimeZones[zone].hours * hourMs);
}
