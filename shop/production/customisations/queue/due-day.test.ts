import { expect, test } from "vitest";
import { dueDay } from "./due-day.ts";

const zone = "Asia/Jakarta";
/** A Wednesday at noon. */
const since = new Date("2026-11-25T05:00:00Z");
const at = (moment: string) => Date.parse(moment);

test("a step of staff is due on the next working day, and late when that day is over", () => {
  const design = { status: "in_review", may_print: true } as const;
  expect(dueDay(design, since, zone, at("2026-11-26T16:59:59Z"))).toEqual({
    due_day: "2026-11-26",
    is_late: false,
  });
  expect(dueDay(design, since, zone, at("2026-11-26T17:00:00Z"))).toEqual({
    due_day: "2026-11-26",
    is_late: true,
  });
});

test("a design that needs the approval or the payment of its buyer has no due day and is never late", () => {
  for (const design of [
    { status: "proof_sent", may_print: true },
    { status: "approved", may_print: false },
  ] as const)
    expect(dueDay(design, since, zone, at("2027-11-26T05:00:00Z"))).toEqual({
      due_day: null,
      is_late: false,
    });
});
