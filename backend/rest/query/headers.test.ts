import { describe, expect, test } from "vitest";
import { parseCsv } from "./csv.ts";
import { contentTypeOf, negotiate } from "./media-type.ts";
import { appliedPreferences, parsePreferences } from "./preferences.ts";
import { contentRange, rangeStatus, topLevelRange } from "./range.ts";

test("preferences: the first of each kind counts, unknown ones are listed apart", () => {
  const read = parsePreferences(
    "return=minimal, count=exact,return=representation , tx=rollback, timezone=UTC, nope, max-affected=3",
    false,
  );
  expect(read).toMatchObject({
    representation: "minimal",
    count: "exact",
    timezone: "UTC",
    maxAffected: 3,
    invalid: ["nope"],
  });
  expect(read.transaction).toBeUndefined();
  expect(
    appliedPreferences({
      ...read,
      resolution: "merge-duplicates",
      missing: "default",
      handling: "strict",
      transaction: "commit",
    }),
  ).toBe(
    "resolution=merge-duplicates, missing=default, return=minimal, count=exact, tx=commit, handling=strict, timezone=UTC, max-affected=3",
  );
  expect(appliedPreferences({ maxAffected: 3 })).toBeUndefined();
});

describe("ranges", () => {
  test.each([
    [undefined, {}, { offset: 0, limit: undefined }],
    ["0-9", {}, { offset: 0, limit: 10 }],
    ["5-", {}, { offset: 5 }],
    ["0-9", { limit: 5, offset: 3 }, { offset: 3, limit: 5 }],
    ["2-4", { limit: 10 }, { offset: 2, limit: 3 }],
    ["20-30", { limit: 5 }, { offset: 20, limit: 0 }],
    ["bytes=0-9", {}, { offset: 0, limit: undefined }],
  ])("%s with %o", (header, asked, expected) => {
    expect(topLevelRange(header, asked)).toEqual(expected);
  });

  test("ranges that cannot be satisfied", () => {
    expect(() => topLevelRange("9-0", {})).toThrow("not satisfiable");
    expect(() => topLevelRange(undefined, { limit: -1 })).toThrow("not satisfiable");
  });

  test.each([
    [0, 2, 2, 200, "0-1/2"],
    [0, 2, 5, 206, "0-1/5"],
    [5, 0, 5, 206, "*/5"],
    [6, 0, 5, 416, "*/5"],
    [0, 0, 0, 200, "*/0"],
    [3, 2, undefined, 200, "3-4/*"],
  ])("rows from %i, %i of them, of %s", (first, rows, total, status, range) => {
    expect(rangeStatus(first, rows, total)).toBe(status);
    expect(contentRange(first, first + rows - 1, total)).toBe(range);
  });
});

test("the first acceptable type of the best quality", () => {
  const any = () => true;
  expect(negotiate("text/csv;q=0.5, application/json", any)).toEqual({ kind: "json" });
  expect(negotiate("image/png, */*", any)).toEqual({ kind: "json" });
  const plan = negotiate(
    'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|x|wal',
    any,
  );
  expect(plan).toEqual({
    kind: "plan",
    of: { kind: "csv" },
    format: "json",
    options: ["analyze", "wal"],
  });
  expect(contentTypeOf(plan)).toBe(
    'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|wal; charset=utf-8',
  );
  expect(() => negotiate("image/png", any)).toThrow(
    "None of these media types are available: image/png",
  );
});

test("CSV with quotes, empty fields, NULL and both line ends", () => {
  expect(parseCsv('a,b\r\n1,"x, ""y""\nz"\n,NULL\n')).toEqual([
    { a: "1", b: 'x, "y"\nz' },
    { a: "", b: null },
  ]);
  expect(() => parseCsv("a,b\n1")).toThrow("All lines must have same number of fields");
  expect(() => parseCsv("a,a\n1,2")).toThrow();
  expect(() => parseCsv('a\n"1')).toThrow();
});
