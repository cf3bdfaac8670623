/** Days of the periods that the back office compares; the first one is shown without a choice. */
export const salesPeriods = [30, 7, 90] as const;
export type PeriodLength = (typeof salesPeriods)[number];

export interface SalesSum {
  readonly orders: number;
  /** Whole rupiah. */
  readonly amount: number;
}

export function readPeriod(text: string | null): PeriodLength {
  return salesPeriods.find((days) => String(days) === text) ?? salesPeriods[0];
}

/** Per cent, rounded; null where there was nothing before. */
export function changeOf(now: number, before: number): number | null {
  return before <= 0 ? null : Math.round(((now - before) / before) * 100);
}
