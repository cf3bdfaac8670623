import { expect, test } from "vitest";
import { formatDateTime } from "./dates.ts";
import { shopInstant } from "./time-zones.ts";

test("a moment is told by the shop's clock, over midnight too", () => {
  const moment = "2026-11-24T16:05:00.000Z";
  expect(formatDateTime(moment, "id", "Asia/Jakarta")).toBe(
    "Selasa, 24 November 2026 pukul 23.05 WIB",
  );
  expect(formatDateTime(new Date(moment), "en", "Asia/Jayapura")).toBe(
    "Wednesday, 25 November 2026, 01:05 WIT",
  );
  expect(shopInstant("2026-11-25T00:05", "Asia/Makassar").toISOString()).toBe(moment);
});
