import { type ShopTimeZone, shopClock } from "#shop/kernel/time-zones.ts";
import { type SendingPace, sendingHours } from "#shop/mailing/campaigns/vouchers/sending-hours.ts";

interface Remaining {
  readonly open: number;
  /** As measured. */
  readonly per_second: number;
  readonly now: Date;
  readonly zone: ShopTimeZone;
  readonly window_from: number;
  readonly window_to: number;
  readonly limits: SendingPace;
}

/** When a campaign will have tried everybody once, if it goes on as now. */
export interface EndEstimate {
  /** ISO 8601. */
  readonly at: string;
  /** Whether it is the latest moment, because hours or limits lie between. */
  readonly isLatest: boolean;
}

/** @returns undefined while nobody can say: nothing is sent, or nothing is left */
export function estimateEnd({
  open,
  per_second,
  now,
  zone,
  window_from,
  window_to,
  limits,
}: Remaining): EndEstimate | undefined {
  if (open === 0 || per_second < 0.05) return undefined;
  const seconds = open / per_second;
  const clock = shopClock(now, zone);
  const hoursLeft = (window_to - clock.getUTCHours() + 24) % 24 || 24;
  const secondsLeft = hoursLeft * 3_600 - clock.getUTCMinutes() * 60 - clock.getUTCSeconds();
  const isToday = window_from === window_to || seconds <= secondsLeft;
  const isLimited = limits.per_day !== null || limits.warm_up !== undefined;
  const wait =
    isToday && !isLimited
      ? seconds
      : sendingHours(open, limits, { window_from, window_to }) * 3_600;
  return {
    at: new Date(now.getTime() + wait * 1_000).toISOString(),
    isLatest: !isToday || isLimited,
  };
}
