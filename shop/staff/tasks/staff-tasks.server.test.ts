import { beforeAll, beforeEach, expect, test } from "vitest";
import { directDatabaseUrl } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { demoPerson, provenAdmin } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import {
  findTask,
  listFollowing,
  listTaskRows,
  listTasks,
  listTrayTasks,
} from "./read-tasks.server.ts";
import { runTask } from "./run-task.server.ts";
import {
  cancelTask,
  pauseTask,
  resumeTask,
  retryTask,
  startTask,
  undoTask,
} from "./start-task.server.ts";
import type { TaskRow } from "./task.ts";
import type { TaskKind } from "./task-kind.ts";

testDatabase({ demo: true, max: 6 });

let staff: Person;
let ids: string[] = [];
/** Products that the kind refuses. */
let refused = new Set<string>();
/** Called after the rows of a chunk were written. */
let afterChunk: () => void | Promise<void> = () => undefined;
const perChunk = 2;

/** Appends one exclamation to the brand of a product: a row that ran twice shows it. */
async function mark(sql: Parameters<TaskKind["chunk"]>[0], no: number): Promise<TaskRow> {
  const id = ids[no] ?? "";
  if (refused.has(id)) return { row_no: no, subject_id: id, outcome: "failed", code: "refused" };
  await sql`update products set brand = brand || '!' where id = ${id}`;
  return { row_no: no, subject_id: id, outcome: "done", before: "", after: "!" };
}

const kind: TaskKind = {
  kind: "mark-products",
  permission: "products.edit",
  undoDays: 30,
  async chunk(sql, _task, cursor) {
    const from = typeof cursor === "number" ? cursor : 0;
    const to = Math.min(from + perChunk, ids.length);
    const rows: TaskRow[] = [];
    for (let no = from; no < to; no++) rows.push(await mark(sql, no));
    await afterChunk();
    return { rows, cursor: to === ids.length ? null : to, total: ids.length };
  },
  retry: (sql, _task, rows) => Promise.all(rows.map(({ row_no }) => mark(sql, row_no))),
  undo: (sql, _task, rows) =>
    Promise.all(
      rows.map(async ({ row_no, subject_id }): Promise<TaskRow> => {
        const [back] = await sql`
          update products set brand = left(brand, -1) where id = ${subject_id ?? null} and brand = '!' returning id`;
        const at = { row_no, subject_id: subject_id ?? null };
        return back
          ? { ...at, outcome: "undone" }
          : { ...at, outcome: "failed", code: "changed_since" };
      }),
    ),
};
const kinds = new Map([[kind.kind, kind]]);

beforeAll(async () => {
  staff = await provenAdmin();
});
beforeEach(async () => {
  refused = new Set();
  afterChunk = () => undefined;
  await asSeed()`update products set brand = ''`;
  const rows = await asSeed()<{ id: string }[]>`select id from products order by id limit 7`;
  ids = rows.map(({ id }) => id);
});

async function start(actor = staff): Promise<string> {
  const id = crypto.randomUUID();
  const input = { id, title: "Uji", input: null };
  expect(await startTask(actor, kind, input)).toEqual({ ok: true, value: { id } });
  return id;
}
const brands = async () => {
  const rows = await asSeed()<{ brand: string }[]>`
    select brand from products where id = any (${ids}::uuid[]) order by id`;
  return rows.map(({ brand }) => brand);
};
const jobsOf = async (id: string) => {
  const sql = openPostgres(directDatabaseUrl(), { max: 1 });
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from graphile_worker._private_jobs where key = ${`staff-task:${id}`}`;
  await sql.end();
  return row?.n;
};
const marks = (count: number) => Array.from({ length: 7 }, (_, no) => (no < count ? "!" : ""));

test("a task works through its rows, names its starter in the audit log, and shows in the tray", async () => {
  const id = await start();
  expect(await startTask(staff, kind, { id, title: "Lagi", input: null })).toMatchObject({
    ok: true,
  });
  expect(await jobsOf(id)).toBe(1);
  await runTask(kinds, id);
  expect(await brands()).toEqual(marks(7));
  expect(await findTask(staff, id)).toMatchObject({
    state: "done",
    total: 7,
    done: 7,
    failed: 0,
    title: "Uji",
  });
  expect((await listTrayTasks(staff)).map((task) => task.id)).toContain(id);
  const audited = await asSeed()<{ actor_id: string; fields: string[] }[]>`
    select actor_id, fields from audit_entries where request_id = ${`task:${id}`} and subject_kind = 'product'`;
  expect(audited).toHaveLength(7);
  expect(new Set(audited.map((entry) => entry.actor_id))).toEqual(new Set([staff.id]));
});

test("a process that dies in a chunk repeats no row: each product is marked once", async () => {
  const id = await start();
  // The third chunk has written its rows when the process dies.
  let chunks = 0;
  afterChunk = () => {
    if (++chunks === 3) throw Object.assign(new Error("killed"), { code: "CONNECTION_CLOSED" });
  };
  await expect(runTask(kinds, id)).rejects.toThrow("killed");
  expect(await brands()).toEqual(marks(4));
  expect(await findTask(staff, id)).toMatchObject({ state: "running", done: 4 });
  await Promise.all([runTask(kinds, id), runTask(kinds, id), runTask(kinds, id)]);
  expect(await brands()).toEqual(marks(7));
  expect(await findTask(staff, id)).toMatchObject({ state: "done", done: 7 });
});

test("a paused task writes nothing more until it is resumed; a canceled one never again", async () => {
  const id = await start();
  afterChunk = async () => {
    afterChunk = () => undefined;
    expect(await pauseTask(staff, id)).toEqual({ ok: true, value: null });
  };
  await runTask(kinds, id);
  expect(await findTask(staff, id)).toMatchObject({ state: "paused", done: 2 });
  await runTask(kinds, id);
  expect(await brands()).toEqual(marks(2));
  expect(await resumeTask(staff, id)).toEqual({ ok: true, value: null });
  afterChunk = async () => {
    afterChunk = () => undefined;
    expect(await cancelTask(staff, id)).toEqual({ ok: true, value: null });
  };
  await runTask(kinds, id);
  expect(await findTask(staff, id)).toMatchObject({ state: "canceled", done: 4 });
  await runTask(kinds, id);
  expect(await brands()).toEqual(marks(4));
  expect(await resumeTask(staff, id)).toEqual({ ok: false, problem: "task_state" });
});

test("the rows that failed are tried again, and only those", async () => {
  refused = new Set([ids[1] ?? "", ids[5] ?? ""]);
  const id = await start();
  await runTask(kinds, id);
  expect(await findTask(staff, id)).toMatchObject({ done: 5, failed: 2, can_retry: true });
  const { rows } = await listTaskRows(id, "failed", null);
  expect(rows.map(({ row_no, code }) => [row_no, code])).toEqual([
    [1, "refused"],
    [5, "refused"],
  ]);
  refused = new Set([ids[5] ?? ""]);
  const again = crypto.randomUUID();
  expect(await retryTask(staff, id, again)).toEqual({ ok: true, value: { id: again } });
  await runTask(kinds, again);
  expect(await brands()).toEqual(marks(7).map((brand, no) => (no === 5 ? "" : brand)));
  expect(await findTask(staff, again)).toMatchObject({ done: 1, failed: 1, total: 2, of_task: id });
  expect((await listFollowing(id)).map((task) => task.id)).toEqual([again]);
});

test("undoing puts back what is still as the task left it, lists the rest, and happens once", async () => {
  const id = await start();
  await runTask(kinds, id);
  await asSeed()`update products set brand = 'Lain' where id = ${ids[3] ?? null}`;
  const undo = crypto.randomUUID();
  expect(await undoTask(staff, id, undo)).toEqual({ ok: true, value: { id: undo } });
  await runTask(kinds, undo);
  expect(await brands()).toEqual(marks(0).map((brand, no) => (no === 3 ? "Lain" : brand)));
  expect(await findTask(staff, undo)).toMatchObject({
    state: "done",
    done: 6,
    failed: 1,
    undo_until: null,
  });
  expect((await listTaskRows(undo, "failed", null)).rows).toMatchObject([
    { row_no: 3, subject_id: ids[3], code: "changed_since" },
  ]);
  expect(await undoTask(staff, id, crypto.randomUUID())).toEqual({
    ok: false,
    problem: "undone_already",
  });
  await asSeed()`update staff_tasks set undo_until = now() - interval '1 day' where id = ${id}`;
  expect(await undoTask(staff, id, crypto.randomUUID())).toEqual({
    ok: false,
    problem: "undo_too_late",
  });
});

test("a task stops when its starter loses the permission, and goes on when they have it again", async () => {
  const other = demoPerson("staff@etalase.test");
  const sql = asSeed();
  await sql`update profiles set staff_role = 'content' where id = ${other.id}`;
  const id = crypto.randomUUID();
  await sql`
    insert into staff_tasks (id, kind, permission, started_by) values (${id}, ${kind.kind}, 'products.edit', ${other.id})`;
  afterChunk = async () => {
    afterChunk = () => undefined;
    await sql`update profiles set staff_role = 'reader' where id = ${other.id}`;
  };
  await runTask(kinds, id);
  expect(await findTask(staff, id)).toMatchObject({
    state: "failed",
    error: "not_permitted",
    done: 2,
  });
  expect(await brands()).toEqual(marks(2));
  // Somebody else sees the task and cannot continue it.
  expect(await resumeTask(staff, id)).toEqual({ ok: false, problem: "not_found" });
});

test("staff see their own tasks, and all of them with the permission", async () => {
  const id = await start();
  const other = demoPerson("staff@etalase.test");
  expect(await findTask(other, id)).toBeUndefined();
  expect((await listTasks(other, null)).tasks.map((task) => task.id)).not.toContain(id);
  expect((await listTasks(staff, null)).tasks.map((task) => task.id)).toContain(id);
  expect(await startTask(other, kind, { id: crypto.randomUUID(), title: "", input: null })).toEqual(
    {
      ok: false,
      problem: "not_permitted",
    },
  );
});

test("a fault of the program ends the task with a name, and it goes on from its cursor", async () => {
  const id = await start();
  afterChunk = () => {
    afterChunk = () => undefined;
    throw new Error("a fault");
  };
  await runTask(kinds, id);
  expect(await findTask(staff, id)).toMatchObject({ state: "failed", error: "internal", done: 0 });
  expect(await brands()).toEqual(marks(0));
  await resumeTask(staff, id);
  await runTask(kinds, id);
  expect(await findTask(staff, id)).toMatchObject({ state: "done", error: null, done: 7 });
});
