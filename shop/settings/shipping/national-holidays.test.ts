import { expect, test } from "vitest";
import { easterDays, nationalHolidays } from "./national-holidays.ts";

test("Easter dates match the published calendars", () => {
  // As printed in the Vatican's calendars; 2026 is also in Indonesia's decree.
  const known = [
    "2000-04-23",
    "2008-03-23",
    "2011-04-24",
    "2024-03-31",
    "2025-04-20",
    "2026-04-05",
  ];
  for (const day of known) {
    expect(easterDays(Number(day.slice(0, 4))).map(([date]) => date)).toContain(day);
  }
  for (const [date, name] of easterDays(2026)) expect(nationalHolidays.get(date)).toBe(name);
  for (let year = 2000; year < 2100; year++) {
    expect(new Date(`${easterDays(year)[1]?.[0]}T00:00:00Z`).getUTCDay()).toBe(0);
  }
});

test("2027 has the fixed holidays and none that a decree has yet to set", () => {
  const days = [...nationalHolidays.keys()].filter((day) => day.startsWith("2027"));
  expect(days).toEqual([
    "2027-01-01",
    "2027-03-26",
    "2027-03-28",
    "2027-05-01",
    "2027-05-06",
    "2027-06-01",
    "2027-08-17",
    "2027-12-25",
  ]);
});
