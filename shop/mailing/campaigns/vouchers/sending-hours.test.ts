import { expect, test } from "vitest";
import { sendingHours } from "./sending-hours.ts";

const always = { window_from: 0, window_to: 0 };
const days = { window_from: 8, window_to: 20 };
const nights = { window_from: 20, window_to: 8 };

test("the end of sending follows the pace, the hours and the limit of a day", () => {
  const pace = { per_second: 10, per_day: null };
  expect(sendingHours(36_000, pace, always)).toBe(1);
  expect(sendingHours(0, pace, always)).toBe(0);
  // Twelve hours a day are 432,000 mails.
  for (const window of [days, nights]) {
    expect(sendingHours(1, pace, window)).toBe(24);
    expect(sendingHours(432_000, pace, window)).toBe(24);
    expect(sendingHours(432_001, pace, window)).toBe(48);
  }
  expect(sendingHours(5_001, { per_second: 10, per_day: 1_000 }, always)).toBe(6 * 24);
  expect(sendingHours(900_000, pace, always)).toBe(48);
});
