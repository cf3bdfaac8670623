import { type ShopTimeZone, shopClock, shopInstant } from "#shop/kernel/time-zones.ts";

/** How the warm-up of a new domain is today (private.warmup_today). */
export interface WarmUp {
  /** From 0 to 7. */
  readonly step: number;
  /** Mails of campaigns that may be begun today, and that were. */
  readonly most: number;
  readonly begun: number;
}

/** Mails a day at each step, as private.warmup_amount has them. */
export const warmUpAmounts = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 80_000] as const;

/** The fewest days on which so many mails go: today is the first, and no step is repeated. */
export function warmUpDays(recipients: number, { step, most, begun }: WarmUp): number {
  let left = recipients - Math.max(0, most - begun);
  let days = 1;
  for (let next = step + 1; left > 0; next += 1) {
    left -= warmUpAmounts[Math.min(next, warmUpAmounts.length - 1)] ?? most;
    days += 1;
  }
  return days;
}

/** When a campaign goes on that has sent the mails of the day: in its hours of tomorrow. */
export function warmUpGoesOn(
  now: Date,
  zone: ShopTimeZone,
  { window_from, window_to }: { readonly window_from: number; readonly window_to: number },
): Date {
  const tomorrow = new Date(shopClock(now, zone).getTime() + 86_400_000).toISOString().slice(0, 10);
  const hour = window_from < window_to ? window_from : 0;
  return shopInstant(`${tomorrow}T${String(hour).padStart(2, "0")}:00`, zone);
}
