/** `YYYY-MM` between the years 2000 and 2999. */
const monthPattern = /^2\d{3}-(0[1-9]|1[0-2])$/;

/** @returns whether a text is a month, `2026-11` */
export function isMonth(text: string): boolean {
  return monthPattern.test(text);
}

/** The days of a month, `2026-11-01` to `2026-11-30`. */
export function daysOf(month: string): string[] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => `${month}-${twoDigits(index + 1)}`);
}

/** The month before (-1) or after (1); undefined beyond the years that have one. */
export function monthBeside(month: string, by: -1 | 1): string | undefined {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const beside = new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
  return isMonth(beside) ? beside : undefined;
}

/** The days of a month by weeks that begin on Monday; null: of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const days = daysOf(month);
  const before = weekdayOf(days[0] ?? "");
  const cells = [...Array.from({ length: before }, () => null), ...days];
  const weeks = Math.ceil(cells.length / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => cells[week * 7 + day] ?? null),
  );
}

/** 0 for Monday to 6 for Sunday. @param day `2026-11-27` */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");
