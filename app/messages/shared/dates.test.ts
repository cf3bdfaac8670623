import { expect, test } from "vitest";
import { formatDays, formatMoment } from "./dates.ts";

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
