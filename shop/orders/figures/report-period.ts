/** Days as `YYYY-MM-DD` in the shop's time zone, both included. */
export interface DayRange {
  readonly from: string;
  readonly until: string;
}

export interface ReportRanges {
  readonly now: DayRange;
  /** Null: no comparison. */
  readonly before: DayRange | null;
}

export const reportPeriods = [
  "28",
  "today",
  "yesterday",
  "7",
  "90",
  "month",
  "last-month",
  "quarter",
  "year",
  "own",
] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

export const comparisons = ["before", "year", "none"] as const;
export type Comparison = (typeof comparisons)[number];

export type PeriodProblem = "period_invalid" | "period_reversed" | "period_too_long";

/** Five years, with a leap day in each. */
const maxDays = 5 * 366;

interface Asked {
  readonly period: ReportPeriod;
  readonly compare: Comparison;
  /** The typed dates, not checked. */
  readonly from: string;
  readonly until: string;
}

export interface ChosenPeriod extends Asked {
  readonly ranges: ReportRanges;
  readonly problem: PeriodProblem | null;
  /** Whether today was left out, because an unfinished day is not comparable with whole days. */
  readonly isWithoutToday: boolean;
}

/** Reads the period from an address. Unknown values and invalid dates mean the default; invalid dates also set `problem`. */
export function readReportPeriod(params: URLSearchParams, today: string): ChosenPeriod {
  const asked: Asked = {
    period: reportPeriods.find((name) => name === params.get("period")) ?? reportPeriods[0],
    compare: comparisons.find((name) => name === params.get("compare")) ?? comparisons[0],
    from: params.get("from") ?? "",
    until: params.get("until") ?? "",
  };
  const problem = asked.period === "own" ? problemOf(asked) : null;
  const wanted = problem
    ? rangeOf({ ...asked, period: reportPeriods[0] }, today)
    : rangeOf(asked, today);
  const isWithoutToday = asked.compare !== "none" && wanted.until === today && wanted.from < today;
  const now = isWithoutToday ? { ...wanted, until: addDays(today, -1) } : wanted;
  return {
    ...asked,
    problem,
    isWithoutToday,
    ranges: { now, before: beforeOf(now, asked.compare) },
  };
}

function problemOf({ from, until }: Asked): PeriodProblem | null {
  if (!isDay(from) || !isDay(until)) return "period_invalid";
  if (until < from) return "period_reversed";
  return lengthOf({ from, until }) > maxDays ? "period_too_long" : null;
}

function rangeOf({ period, from, until }: Asked, today: string): DayRange {
  const month = `${today.slice(0, 7)}-01`;
  switch (period) {
    case "own":
      return { from, until };
    case "today":
      return { from: today, until: today };
    case "yesterday":
      return { from: addDays(today, -1), until: addDays(today, -1) };
    case "month":
      return { from: month, until: today };
    case "last-month":
      return { from: addMonths(month, -1), until: addDays(month, -1) };
    case "quarter":
      return { from: addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3)), until: today };
    case "year":
      return { from: `${today.slice(0, 4)}-01-01`, until: today };
    default:
      return { from: addDays(today, -Number(period)), until: addDays(today, -1) };
  }
}

function beforeOf(now: DayRange, compare: Comparison): DayRange | null {
  if (compare === "none") return null;
  if (compare === "year") return { from: yearBefore(now.from), until: yearBefore(now.until) };
  return { from: addDays(now.from, -lengthOf(now)), until: addDays(now.from, -1) };
}

const dayMs = 86_400_000;

/** @param day `YYYY-MM-DD` */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** @param first the first day of a month */
function addMonths(first: string, months: number): string {
  const date = new Date(first);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

/** The same day of the year before; 29 February becomes 28 February. */
function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, "0");
  return day.endsWith("-02-29") ? `${year}-02-28` : year + day.slice(4);
}

function lengthOf({ from, until }: DayRange): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / dayMs) + 1;
}

function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

export interface RangePart {
  readonly period: "d" | "m" | "y";
  /** The first day of the part. */
  readonly starts: string;
}

/** Splits a range into whole years, whole months and days, so that long ranges read few rows. */
export function splitRange({ from, until }: DayRange): readonly RangePart[] {
  const parts: RangePart[] = [];
  for (let day = from; day <= until; ) {
    const nextYear = `${Number(day.slice(0, 4)) + 1}-01-01`;
    const nextMonth = addMonths(`${day.slice(0, 7)}-01`, 1);
    if (day.endsWith("-01-01") && addDays(nextYear, -1) <= until) {
      parts.push({ period: "y", starts: day });
      day = nextYear;
    } else if (day.endsWith("-01") && addDays(nextMonth, -1) <= until) {
      parts.push({ period: "m", starts: day });
      day = nextMonth;
    } else {
      parts.push({ period: "d", starts: day });
      day = addDays(day, 1);
    }
  }
  return parts;
}
