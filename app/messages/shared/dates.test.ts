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
  expect(formatMoment("2026-11-24T17:05:00.000Z", "id")).toBe("25 Nov 2026, 00.05 WIB");
  expect(formatMoment("2026-11-24T03:05:00.000Z", "en")).toBe("24 Nov 2026, 10:05 WIB");
});
