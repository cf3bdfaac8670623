import { expect, test } from "vitest";
import { formatDays, formatMoment, formatRowMoment } from "./dates.ts";

test.each([
  ["2026-11-24", "2026-11-26", "24–26 Nov"],
  ["2026-11-24", "2026-11-24", "24 Nov"],
  ["2026-11-30", "2026-12-02", "30 Nov – 2 Des"],
  ["2026-12-31", "2027-01-02", "31 Des – 2 Jan"],
])("%s to %s is %s", (first, last, text) => {
  expect(formatDays(first, last, "id")).toBe(text);
});

test("a time is shown in the shop's time zone", () => {
  const moment = "2026-11-24T16:05:00.000Z";
  expect(formatMoment(moment, "id", "Asia/Jakarta")).toBe("24 Nov 2026, 23.05 WIB");
  expect(formatMoment(moment, "id", "Asia/Makassar")).toBe("25 Nov 2026, 00.05 WITA");
  expect(formatMoment(moment, "en", "Asia/Jayapura")).toBe("25 Nov 2026, 01:05 WIT");
});

test("a row of a list leaves out the time zone, and the year where it is this one", () => {
  // Half past midnight of the new year in Jakarta.
  const moment = "2026-12-31T17:30:00Z";
  const row = (now: string) => formatRowMoment(moment, "id", "Asia/Jakarta", now);
  expect(row("2027-06-01T00:00:00Z")).toBe("1 Jan, 00.30");
  expect(row("2026-12-31T17:00:00Z")).toBe("1 Jan, 00.30");
  expect(row("2026-12-31T16:59:59Z")).toBe("1 Jan 2027, 00.30");
});
