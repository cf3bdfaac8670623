export interface SendingPace {
  readonly per_second: number;
  /** Null: as many as there are. */
  readonly per_day: number | null;
}

/**
 * Hours from now until a campaign is sent at the latest, if nothing is in the way: whole days of its hours of sending, since
 * it may begin when they are just over.
 */
export function sendingHours(
  recipients: number,
  { per_second, per_day }: SendingPace,
  { window_from, window_to }: { readonly window_from: number; readonly window_to: number },
  /** For which the rest of the recipients waits. */
  trialHours = 0,
): number {
  const open = window_from === window_to ? 24 : (window_to - window_from + 24) % 24;
  const aDay = Math.min(per_day ?? Number.POSITIVE_INFINITY, per_second * 3_600 * open);
  const wait = trialHours > 0 && open < 24 ? 24 : trialHours;
  if (open === 24 && recipients <= aDay) return recipients / (per_second * 3_600) + wait;
  return Math.ceil(recipients / aDay) * 24 + wait;
}
