import { expect, test } from "vitest";
import { SeededRandom } from "#db/seed/deterministic.ts";
import { addDays, type RangePart, readReportPeriod, splitRange } from "./report-period.ts";

const read = (query: string, today = "2026-12-15") =>
  readReportPeriod(new URLSearchParams(query), today);

test("a compared period ends yesterday, and the previous period has the same length", () => {
  expect(read("").ranges).toEqual({
    now: { from: "2026-11-17", until: "2026-12-14" },
    before: { from: "2026-10-20", until: "2026-11-16" },
  });
  expect(read("period=month")).toMatchObject({
    isWithoutToday: true,
    ranges: {
      now: { from: "2026-12-01", until: "2026-12-14" },
      before: { from: "2026-11-17", until: "2026-11-30" },
    },
  });
  expect(read("period=month&compare=none").ranges).toEqual({
    now: { from: "2026-12-01", until: "2026-12-15" },
    before: null,
  });
  expect(read("period=month", "2026-12-01").ranges.now.until).toBe("2026-12-01");
  expect(read("period=quarter&compare=none", "2026-02-03").ranges.now.from).toBe("2026-01-01");
  expect(read("period=last-month", "2026-03-31").ranges.now).toEqual({
    from: "2026-02-01",
    until: "2026-02-28",
  });
  expect(read("period=own&from=2024-02-29&until=2024-02-29&compare=year").ranges.before?.from).toBe(
    "2023-02-28",
  );
});

test("invalid dates are a problem, and the default period is shown", () => {
  const problemOf = (from: string, until: string) => {
    const { problem, ranges } = read(`period=own&from=${from}&until=${until}`);
    if (problem) expect(ranges).toEqual(read("").ranges);
    return problem;
  };
  expect(problemOf("2026-01-01", "2026-02-28")).toBeNull();
  expect(problemOf("2026-02-01", "2026-02-29")).toBe("period_invalid");
  expect(problemOf("2026-13", "")).toBe("period_invalid");
  expect(problemOf("0001-01-01", "2026-01-01")).toBe("period_invalid");
  expect(problemOf("2026-02-02", "2026-02-01")).toBe("period_reversed");
  expect(problemOf("2020-01-01", "2026-01-01")).toBe("period_too_long");
  expect(problemOf("2021-12-16", "2026-12-15")).toBeNull();
  expect(read("period=forever&compare=never").period).toBe("28");
});

test("the parts of a range cover each of its days exactly once", () => {
  const seed = Date.now() % 1e6;
  const random = new SeededRandom(seed);
  const ends = ({ period, starts }: RangePart) =>
    period === "d"
      ? starts
      : period === "m"
        ? addDays(
            new Date(Date.UTC(+starts.slice(0, 4), +starts.slice(5, 7), 1))
              .toISOString()
              .slice(0, 10),
            -1,
          )
        : `${starts.slice(0, 4)}-12-31`;
  for (let n = 0; n < 300; n++) {
    const from = addDays("2021-01-01", random.whole(0, 900));
    const until = addDays(from, random.whole(0, 1800));
    const parts = splitRange({ from, until });
    expect(parts[0]?.starts, `seed ${seed}`).toBe(from);
    for (const [index, part] of parts.entries()) {
      expect(addDays(ends(part), 1), `seed ${seed}`).toBe(
        parts[index + 1]?.starts ?? addDays(until, 1),
      );
    }
    expect(parts.length).toBeLessThanOrEqual(88);
  }
});
