import { type WarmUp, warmUpDays } from "#shop/mailing/campaigns/warm-up.ts";

export interface SendingPace {
  readonly per_second: number;
  /** Null: as many as there are. */
  readonly per_day: number | null;
  /** Of a new domain. */
  readonly warm_up?: WarmUp | undefined;
}

/**
 * Hours from now until a campaign is sent at the latest, if nothing is in the way: whole days of its hours of sending, since
 * it may begin when they are just over.
 */
export function sendingHours(
  recipients: number,
  { per_second, per_day, warm_up }: SendingPace,
  { window_from, window_to }: { readonly window_from: number; readonly window_to: number },
  /** For which the rest of the recipients waits. */
  trialHours = 0,
): number {
  const open = window_from === window_to ? 24 : (window_to - window_from + 24) % 24;
  const aDay = Math.min(per_day ?? Number.POSITIVE_INFINITY, per_second * 3_600 * open);
  const wait = trialHours > 0 && open < 24 ? 24 : trialHours;
  const warmDays = warm_up ? warmUpDays(recipients, warm_up) : 1;
  if (open === 24 && recipients <= aDay && warmDays === 1) {
    return recipients / (per_second * 3_600) + wait;
  }
  return Math.max(Math.ceil(recipients / aDay), warmDays) * 24 + wait;
}
