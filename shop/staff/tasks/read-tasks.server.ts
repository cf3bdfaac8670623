import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import { isStaff, may, type Person } from "#shop/kernel/access.ts";
import type { StaffTask, TaskOutcome, TaskRow } from "./task.ts";

export const tasksPerPage = 50;
export const taskRowsPerPage = 50;
/** Tasks that the tray shows. */
const maxTrayTasks = 4;
/** Minutes for which the tray shows an ended task. */
const trayMinutes = 2;

/** Tasks of the person; all of them with `tasks.read`. */
function visibleTo(sql: Sql, actor: Person): SqlFragment {
  return may(actor, "tasks.read") ? sql`true` : sql`t.started_by = ${actor.id}`;
}

function columns(sql: Sql): SqlFragment {
  return sql`t.id, t.kind, t.mode, t.of_task, t.title, t.permission, t.state, t.total, t.done, t.failed, t.started_by,
    nullif(p.full_name, '') as starter, t.cancel_asked, t.can_retry, t.undo_until,
    t.result_path is not null and t.finished_at > now() - make_interval(hours => ${resultHours}) as has_result, t.error,
    t.created_at, t.started_at, t.finished_at`;
}

/** Hours for which the file of a task can be downloaded. */
export const resultHours = 24;

type Stored = Omit<StaffTask, "undo_until" | "created_at" | "started_at" | "finished_at"> & {
  readonly undo_until: Date | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
};

function shown({ undo_until, created_at, started_at, finished_at, ...task }: Stored): StaffTask {
  return {
    ...task,
    undo_until: undo_until?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
  };
}

/** One page of tasks, newest first. @param after the id that the page follows */
export async function listTasks(
  actor: Person,
  after: string | null,
): Promise<{ tasks: readonly StaffTask[]; after: string | null }> {
  if (!isStaff(actor)) return { tasks: [], after: null };
  const sql = asShop();
  const beyond = isUuid(after)
    ? sql`and (t.created_at, t.id) < (select a.created_at, a.id from staff_tasks a where a.id = ${after})`
    : sql``;
  const rows = await sql<Stored[]>`
    select ${columns(sql)} from staff_tasks t left join profiles p on p.id = t.started_by
    where ${visibleTo(sql, actor)} ${beyond} order by t.created_at desc, t.id desc limit ${tasksPerPage + 1}`;
  const tasks = rows.slice(0, tasksPerPage).map(shown);
  return { tasks, after: rows.length > tasksPerPage ? (tasks.at(-1)?.id ?? null) : null };
}

/** @returns undefined for an unknown task and for one of somebody else without `tasks.read` */
export async function findTask(actor: Person, id: string): Promise<StaffTask | undefined> {
  if (!isStaff(actor) || !isUuid(id)) return undefined;
  const sql = asShop();
  const [row] = await sql<Stored[]>`
    select ${columns(sql)} from staff_tasks t left join profiles p on p.id = t.started_by
    where t.id = ${id} and ${visibleTo(sql, actor)}`;
  return row && shown(row);
}

/** Tasks that tried again or undid what this one did, the newest first. */
export async function listFollowing(id: string): Promise<readonly StaffTask[]> {
  const sql = asShop();
  const rows = await sql<Stored[]>`
    select ${columns(sql)} from staff_tasks t left join profiles p on p.id = t.started_by
    where t.of_task = ${id} order by t.created_at desc, t.id`;
  return rows.map(shown);
}

/**
 * Whether the actor may read the rows of a task from `findTask`. Rows contain the changed values, so the person who
 * started the task needs its permission too.
 */
export function mayReadRows(actor: Person, task: StaffTask): boolean {
  return may(actor, task.permission);
}

/** A page of a task's listed rows. Call it only when `mayReadRows` is true. */
export async function listTaskRows(
  taskId: string,
  outcome: TaskOutcome,
  after: number | null,
): Promise<{ rows: readonly TaskRow[]; after: number | null }> {
  const rows = await asShop()<TaskRow[]>`
    select row_no, subject_id, outcome, code, field, value_given, before, after from staff_task_rows
    where task_id = ${taskId} and outcome = ${outcome} and row_no > ${after ?? -1}
    order by row_no limit ${taskRowsPerPage + 1}`;
  const page = rows.slice(0, taskRowsPerPage);
  return {
    rows: page,
    after: rows.length > taskRowsPerPage ? (page.at(-1)?.row_no ?? null) : null,
  };
}

/** Rows of a check with values that a person confirms. */
export async function listWarnedRows(taskId: string): Promise<readonly TaskRow[]> {
  return asShop()<TaskRow[]>`
    select row_no, subject_id, outcome, code, field, value_given, before, after from staff_task_rows
    where task_id = ${taskId} and outcome = 'done' and jsonb_array_length(after -> 'warnings') > 0
    order by row_no limit ${maxWarnedRows}`;
}

/** Warned products that the check shows. */
const maxWarnedRows = 200;

/** The person's own tasks that still run, and those that ended a moment ago. */
export async function listTrayTasks(actor: Person): Promise<readonly StaffTask[]> {
  if (!isStaff(actor)) return [];
  const sql = asShop();
  const rows = await sql<Stored[]>`
    select ${columns(sql)} from staff_tasks t left join profiles p on p.id = t.started_by
    where t.started_by = ${actor.id} and (t.state in ('queued', 'running', 'paused')
      or t.finished_at > now() - make_interval(mins => ${trayMinutes}))
    order by t.created_at desc, t.id limit ${maxTrayTasks}`;
  return rows.map(shown);
}

/** Days for which the rows of an ended task are kept. */
const rowDays = 30;

/** Removes rows that nobody can undo or try again any more. @returns tasks whose rows were removed */
export async function purgeTaskRows(): Promise<number> {
  const rows = await asShop()<{ task_id: string }[]>`
    with gone as (
      delete from staff_task_rows r using staff_tasks t
      where t.id = r.task_id and t.finished_at < now() - make_interval(days => ${rowDays})
      returning r.task_id
    )
    select distinct task_id from gone`;
  return rows.length;
}
