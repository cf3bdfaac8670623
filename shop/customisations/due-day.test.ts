import { expect, test } from "vitest";
import { dueDay } from "./due-day.ts";

const zone = "Asia/Jakarta";
/** A Wednesday at noon. */
const since = new Date("2026-11-25T05:00:00Z");
const at = (moment: string) => Date.parse(moment);

test("a step of staff is due on the next working day, and late when that day is over", () => {
  expect(dueDay("in_review", since, zone, at("2026-11-26T16:59:59Z"))).toEqual({
    ...{ due_day: "2026-11-26", is_late: false },
  });
  expect(dueDay("in_review", since, zone, at("2026-11-26T17:00:00Z"))).toEqual({
    ...{ due_day: "2026-11-26", is_late: true },
  });
});

test("what waits for the buyer is due on no day and never late", () => {
  expect(dueDay("proof_sent", since, zone, at("2027-11-26T05:00:00Z"))).toEqual({
    ...{ due_day: null, is_late: false },
  });
});
