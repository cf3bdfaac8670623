import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres, type PoolSql } from "#db/driver.server.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { addJobs } from "./run-schedule.server.ts";
import { dueJobs, isDue } from "./schedule.ts";

const { url } = testDatabase();
/** A role with read access to the tables of the queue. */
let owner: PoolSql;
beforeAll(() => {
  owner = openPostgres(url(), { max: 1 });
});
afterAll(() => owner.end());

const minuteOf = (time: string) => Date.parse(time) / 60_000;
const tasks = (last: string | undefined, minute: string) =>
  dueJobs(last === undefined ? last : minuteOf(last), minuteOf(minute)).map(({ task }) => task);

test("a job is due daily at its time, hourly at its minute, or at its interval", () => {
  const nightly = { hour: 20, minute: 13 };
  expect(isDue(nightly, minuteOf("2028-02-29T20:13:00Z"))).toBe(true);
  expect(isDue(nightly, minuteOf("2028-02-29T21:13:00Z"))).toBe(false);
  expect(isDue({ minute: 17 }, minuteOf("2026-12-31T23:17:00Z"))).toBe(true);
  expect(isDue({ everyMinutes: 15 }, minuteOf("2027-01-01T00:00:00Z"))).toBe(true);
  expect(isDue({ everyMinutes: 15 }, minuteOf("2027-01-01T00:01:00Z"))).toBe(false);
});

test("missed minutes of the last hour run later; after the clock is set back, the current minute runs", () => {
  expect(tasks("2026-11-29T20:12:00Z", "2026-11-29T20:15:00Z")).toContain("forget-guests");
  expect(tasks("2026-11-29T20:13:00Z", "2026-11-29T20:15:00Z")).not.toContain("forget-guests");
  expect(tasks(undefined, "2026-11-29T20:14:00Z")).not.toContain("forget-guests");
  expect(tasks("2026-11-29T10:00:00Z", "2026-11-30T20:12:00Z")).not.toContain("forget-guests");
  expect(tasks("2026-11-30T10:01:00Z", "2026-11-29T10:01:00Z")).toContain("expire-orders");
  expect(tasks("2026-11-30T10:01:00Z", "2026-11-29T10:01:00Z")).not.toContain("sweep-shop");
});

test("several processes add a job once for a minute, also when the minute is before the last one", async () => {
  const jobs = dueJobs(undefined, minuteOf("2026-11-29T20:13:00Z"));
  const expected = jobs.map(({ task }) => `scheduled:${task}`).sort();
  const added = async () => {
    const rows = await owner<{ key: string }[]>`
      delete from graphile_worker._private_jobs where key like 'scheduled:%' returning key`;
    return rows.map(({ key }) => key).sort();
  };
  const minute = minuteOf("2026-11-29T20:13:00Z");
  await Promise.all([addJobs(minute, jobs), addJobs(minute, jobs), addJobs(minute, jobs)]);
  expect(await added()).toEqual(expected);
  await addJobs(minute, jobs);
  expect(await added()).toEqual([]);
  await addJobs(minute - 24 * 60, jobs);
  expect(await added()).toEqual(expected);
});

test("a queued job with a wrong due time is due now after the clock is set back", async () => {
  const minute = minuteOf("2026-11-29T20:13:00Z");
  const jobs = dueJobs(undefined, minute);
  await addJobs(minute, jobs);
  await owner`
    update graphile_worker._private_jobs set run_at = now() + interval '1 day' where key like 'scheduled:%'`;
  await addJobs(minute - 1, jobs);
  const late = await owner`
    select from graphile_worker._private_jobs where key like 'scheduled:%' and run_at > now()`;
  expect(late).toHaveLength(0);
});
