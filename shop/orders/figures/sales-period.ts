/** Lengths in days of the back office's periods. The first is the default. */
export const salesPeriods = [30, 7, 90] as const;
export type PeriodLength = (typeof salesPeriods)[number];

export function readPeriod(text: string | null): PeriodLength {
  return salesPeriods.find((days) => String(days) === text) ?? salesPeriods[0];
}

/** Per cent, rounded; null without sales in the period before. */
export function changeOf(now: number, before: number): number | null {
  return before <= 0 ? null : Math.round(((now - before) / before) * 100);
}
