import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shopInstant } from "#shop/kernel/time-zones.ts";
import { deliveryDates } from "./delivery-dates.ts";
import { nationalHolidays } from "./national-holidays.ts";

const runs = { numRuns: 2_000 };

test("a promotion that begins at midnight begins at the shop's midnight", () => {
  expect(shopInstant("2026-12-01T00:00", "Asia/Jakarta").toISOString()).toBe(
    "2026-11-30T17:00:00.000Z",
  );
  expect(shopInstant("2026-12-01T00:00", "Asia/Jayapura").toISOString()).toBe(
    "2026-11-30T15:00:00.000Z",
  );
});

describe("deliveryDates", () => {
  const calendar = {
    cutoffs: [null, 14, 14, 14, 14, 14, 14],
    closures: [{ from_day: "2026-12-26", to_day: "2026-12-26" }],
    observes_national_holidays: true,
    time_zone: "Asia/Jakarta",
  } as const;
  const days = { min_days: 2, max_days: 3 };

  test("goods that are printed for three days leave three shipping days later", () => {
    // Placed on Friday 20 November: printed on Saturday, Monday and Tuesday.
    const now = new Date("2026-11-20T03:00:00Z");
    expect(deliveryDates(now, days, calendar, 3)).toEqual({
      earliest: "2026-11-26",
      latest: "2026-11-27",
    });
  });

  // 20 November 2026 is a Friday; 03:00 UTC is 10:00 WIB.
  const cases: readonly (readonly [string, string, string, string])[] = [
    ["Thursday morning", "2026-11-19T03:00:00Z", "2026-11-21", "2026-11-23"],
    ["Thursday 13.59", "2026-11-19T06:59:59Z", "2026-11-21", "2026-11-23"],
    ["Thursday 14.00 leaves on Friday", "2026-11-19T07:00:00Z", "2026-11-23", "2026-11-24"],
    ["Saturday before noon", "2026-11-21T03:00:00Z", "2026-11-24", "2026-11-25"],
    ["Saturday evening leaves on Monday", "2026-11-21T12:00:00Z", "2026-11-25", "2026-11-26"],
    ["Sunday leaves on Monday", "2026-11-22T03:00:00Z", "2026-11-25", "2026-11-26"],
    [
      "the night before in UTC is the morning in WIB",
      "2026-11-18T17:30:00Z",
      "2026-11-21",
      "2026-11-23",
    ],
    ["over Christmas", "2026-12-24T03:00:00Z", "2026-12-29", "2026-12-30"],
    ["late on Christmas Eve", "2026-12-24T08:00:00Z", "2026-12-30", "2026-12-31"],
    ["over New Year", "2026-12-31T03:00:00Z", "2027-01-04", "2027-01-05"],
  ];
  test.each(cases)("%s", (_, now, earliest, latest) => {
    expect(deliveryDates(new Date(now), days, calendar)).toEqual({ earliest, latest });
  });

  test("the same moment is before the cut-off in Jakarta and after it in Jayapura", () => {
    const at = new Date("2026-11-19T05:30:00Z");
    const transit = { min_days: 1, max_days: 1 };
    expect(deliveryDates(at, transit, calendar).earliest).toBe("2026-11-20");
    const east = { ...calendar, time_zone: "Asia/Jayapura" } as const;
    expect(deliveryDates(at, transit, east).earliest).toBe("2026-11-21");
  });

  test("a shop that works on national holidays sends on them", () => {
    const at = new Date("2026-08-17T03:00:00Z");
    const busy = { ...calendar, observes_national_holidays: false };
    expect(deliveryDates(at, { min_days: 0, max_days: 0 }, calendar).earliest).toBe("2026-08-18");
    expect(deliveryDates(at, { min_days: 0, max_days: 0 }, busy).earliest).toBe("2026-08-17");
  });

  test("a weekday ships by its own hour or not at all, and a closure of days is skipped", () => {
    const transit = { min_days: 1, max_days: 1 };
    // Friday until 11, no Saturday; closed from Monday to Wednesday.
    const own = {
      ...calendar,
      cutoffs: [null, 14, 14, 14, 14, 11, null],
      closures: [{ from_day: "2026-11-23", to_day: "2026-11-25" }],
    };
    const friday = (hour: string) => new Date(`2026-11-20T${hour}:00+07:00`);
    // Couriers drive on Saturday, whether or not the shop ships.
    expect(deliveryDates(friday("10:59"), transit, own).earliest).toBe("2026-11-21");
    expect(deliveryDates(friday("11:00"), transit, own).earliest).toBe("2026-11-27");
    // A pickup waits for a day on which the shop is open.
    const pickup = { ...transit, is_pickup: true };
    expect(deliveryDates(friday("10:59"), pickup, own).earliest).toBe("2026-11-26");
    // A shop that ships on Sundays only.
    const sundays = { ...calendar, cutoffs: [9, null, null, null, null, null, null] };
    expect(deliveryDates(friday("10:00"), transit, sundays).earliest).toBe("2026-11-23");
  });

  test("the same day when nothing is in between", () => {
    const answer = deliveryDates(
      new Date("2026-11-20T03:00:00Z"),
      { min_days: 0, max_days: 1 },
      calendar,
    );
    expect(answer).toEqual({ earliest: "2026-11-20", latest: "2026-11-21" });
  });

  test("no delivery date is a day off, and a later order never arrives earlier", () => {
    const instant = fc.date({
      min: new Date("2026-01-01T00:00:00Z"),
      max: new Date("2027-12-31T00:00:00Z"),
      noInvalidDate: true,
    });
    const transit = fc.record({ min_days: fc.nat({ max: 5 }), more: fc.nat({ max: 9 }) });
    fc.assert(
      fc.property(
        instant,
        fc.nat({ max: 20 * 86_400_000 }),
        transit,
        (at, wait, { min_days, more }) => {
          const asked = { min_days, max_days: min_days + more };
          const now = deliveryDates(at, asked, calendar);
          const then = deliveryDates(new Date(at.getTime() + wait), asked, calendar);
          for (const day of [now.earliest, now.latest]) {
            expect(new Date(`${day}T00:00:00Z`).getUTCDay()).not.toBe(0);
            expect(day).not.toBe("2026-12-26");
            expect([...nationalHolidays.keys()]).not.toContain(day);
          }
          expect(now.earliest <= now.latest).toBe(true);
          expect(now.earliest <= then.earliest && now.latest <= then.latest).toBe(true);
        },
      ),
      runs,
    );
  });
});
