import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/runner/database.ts";
import { openPostgres } from "./driver.server.ts";
import { enqueue } from "./enqueue.server.ts";

const database = testDatabase();

interface Job {
  key: string | null;
  payload: unknown;
  locked: boolean;
}

async function asOwner<T>(work: (sql: ReturnType<typeof openPostgres>) => Promise<T>): Promise<T> {
  const sql = openPostgres(database.url(), { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const jobsOf = (sql: ReturnType<typeof openPostgres>, task: string) => sql<Job[]>`
  select j.key, j.payload, j.locked_at is not null as locked
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = ${task} order by j.id`;

test("a new job equals the row that the queue's own function writes", () =>
  asOwner(async (sql) => {
    const runAt = new Date("2031-05-06T07:08:09Z");
    // The first job registers the task.
    await enqueue(sql, "alike", {}, { key: "known" });
    await enqueue(sql, "alike", { n: 1 }, { key: "ours", runAt });
    await sql`
      select graphile_worker.add_job('alike', payload => '{"n":1}', job_key => 'theirs', run_at => ${runAt},
        max_attempts => 12)`;
    const rows = await sql<Record<string, unknown>[]>`
      select to_jsonb(j) - array['id', 'key', 'created_at', 'updated_at'] as job
      from graphile_worker._private_jobs j where key in ('ours', 'theirs')`;
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
  }));

test("an open job with the same key is replaced, a running one gets a successor", () =>
  asOwner(async (sql) => {
    await enqueue(sql, "keyed", { n: 1 }, { key: "same" });
    await enqueue(sql, "keyed", { n: 2 }, { key: "same" });
    expect(await jobsOf(sql, "keyed")).toEqual([{ key: "same", payload: { n: 2 }, locked: false }]);
    await sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key = 'same'`;
    await enqueue(sql, "keyed", { n: 3 }, { key: "same" });
    expect(await jobsOf(sql, "keyed")).toEqual([
      { key: null, payload: { n: 2 }, locked: true },
      { key: "same", payload: { n: 3 }, locked: false },
    ]);
    await enqueue(sql, "keyed", { n: 4 });
    await enqueue(sql, "keyed", { n: 4 });
    expect(await jobsOf(sql, "keyed")).toHaveLength(4);
  }));

test("workers are notified of a new job when its transaction commits", () =>
  asOwner(async (sql) => {
    const heard: string[] = [];
    await sql.listen("jobs:insert", (payload) => heard.push(payload));
    await enqueue(sql, "told", {});
    await enqueue(sql, "told", {});
    await expect.poll(() => heard.length).toBe(2);
    expect(JSON.parse(heard[1] ?? "")).toMatchObject({ count: 1 });
  }));
