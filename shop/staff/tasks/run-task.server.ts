import { timeNow } from "#base/clock.ts";
import { cutText } from "#base/cut-text.ts";
import { log } from "#base/log.server.ts";
import { Places } from "#base/places.ts";
import { asShop, inTransaction, type Sql } from "#db/client.server.ts";
import { isUnavailable } from "#db/unavailable.server.ts";
import { TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import { StoreUnavailable } from "#integrations/storage/object-store.ts";
import { giveWay } from "./give-way.server.ts";
import { queueTask } from "./start-task.server.ts";
import type { TaskMode, TaskRow, TaskState, TaskValue } from "./task.ts";
import type { RunningTask, TaskChunk, TaskKind } from "./task-kind.ts";

/** How long one job of the queue works before others get their turn. */
const turnMs = 3_000;
/** Rows of another task that one transaction tries again or undoes. */
const rowsPerChunk = 200;

interface Stored extends Omit<RunningTask, "actorId"> {
  readonly kind: string;
  readonly state: TaskState;
  readonly started_by: string | null;
  readonly cursor: TaskValue;
  readonly cancel_asked: boolean;
  readonly approval_id: string | null;
  readonly is_permitted: boolean;
}

/**
 * Maximum tasks of one person that a process runs at the same time. A task may wait for slow servers, e.g. for pictures, so
 * without a limit one person could occupy all jobs of the process.
 */
const maxTasksOfPerson = 3;
const runningByPerson = new Places(maxTasksOfPerson);
/** Milliseconds until a postponed task is tried. */
const postponedMs = 2_000;

/**
 * Works on a task for a turn, chunk by chunk, and queues the rest. A chunk and the new cursor are one transaction: a process
 * that dies repeats no row. A task that is paused or ended is left alone.
 * @param kinds by `kind`
 */
export async function runTask(kinds: ReadonlyMap<string, TaskKind>, taskId: string): Promise<void> {
  const [task] = await asShop()<{ started_by: string | null }[]>`
    select started_by from staff_tasks where id = ${taskId}`;
  const person = task?.started_by ?? "";
  if (!runningByPerson.hasRoom(person)) {
    return queueTask(asShop(), taskId, new Date(timeNow() + postponedMs));
  }
  const leave = runningByPerson.enter(person);
  try {
    await runTurn(kinds, taskId);
  } finally {
    leave();
  }
}

async function runTurn(kinds: ReadonlyMap<string, TaskKind>, taskId: string): Promise<void> {
  const end = performance.now() + turnMs;
  for (;;) {
    const begun = performance.now();
    const isOver = await runChunk(kinds, taskId, () => performance.now() >= end).catch(
      (error: unknown) => recordFailure(taskId, error),
    );
    if (isOver) return;
    await giveWay(performance.now() - begun);
  }
}

/** @param isLastOfTurn whether to queue the rest with this chunk @returns whether this turn is over */
async function runChunk(
  kinds: ReadonlyMap<string, TaskKind>,
  taskId: string,
  isLastOfTurn: () => boolean,
): Promise<boolean> {
  const prepared = await prepareChunk(kinds, taskId);
  return inTransaction(async (sql) => {
    // Not the row's lock, so that pausing and canceling need not wait for the chunk.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`staff-task:${taskId}`}, 0))`;
    const stored = await readTask(sql, taskId);
    if (!stored || (stored.state !== "queued" && stored.state !== "running")) return true;
    const kind = kinds.get(stored.kind);
    const { started_by: actorId } = stored;
    if (stored.cancel_asked) return endTask(sql, stored, kind, { state: "canceled" });
    if (!kind) return endTask(sql, stored, kind, { state: "failed", error: "task_kind_unknown" });
    if (actorId === null || !stored.is_permitted || !(await mayAll(sql, actorId, kind))) {
      return endTask(sql, stored, kind, { state: "failed", error: "not_permitted" });
    }
    await sql`
      select set_config('shop.actor', ${`person:${actorId}`}, true), set_config('shop.request', ${`task:${taskId}`}, true),
        set_config('shop.task', ${taskId}, true), set_config('shop.approval', ${stored.approval_id ?? ""}, true)`;
    // Tables grow while a task runs, so plans of their earlier sizes go. A chunk writes few rows at a time, in lists of JSON
    // for which PostgreSQL expects a hundred rows: it would rather read a table of some ten thousand rows whole.
    await sql.unsafe("discard plans; set local enable_seqscan = off");
    const task: RunningTask = { ...stored, actorId };
    const chunk = await workOf(sql, kind, task, stored.cursor, prepared);
    await record(sql, taskId, chunk);
    if (chunk.cursor === null) return endTask(sql, stored, kind, { state: "done" });
    const isOver = isLastOfTurn();
    if (isOver) await queueTask(sql, taskId);
    return isOver;
  });
}

async function mayAll(sql: Sql, actorId: string, { alsoNeeds = [] }: TaskKind): Promise<boolean> {
  if (alsoNeeds.length === 0) return true;
  const [row] = await sql<{ may: boolean }[]>`
    select private.may_all(${actorId}, ${[...alsoNeeds]}) as may`;
  return row?.may === true;
}

async function prepareChunk(
  kinds: ReadonlyMap<string, TaskKind>,
  taskId: string,
): Promise<unknown> {
  const preparing = [...kinds.values()].filter(({ prepare }) => prepare).map(({ kind }) => kind);
  if (preparing.length === 0) return undefined;
  const [about] = await asShop()<{ kind: string }[]>`
    select kind from staff_tasks where id = ${taskId} and kind = any (${preparing}) and mode <> 'undo'
      and state in ('queued', 'running') and not cancel_asked and private.may(started_by, permission)`;
  const stored = about && (await readTask(asShop(), taskId));
  if (!stored || stored.started_by === null) return undefined;
  return kinds.get(stored.kind)?.prepare?.({ ...stored, actorId: stored.started_by });
}

async function readTask(sql: Sql, taskId: string): Promise<Stored | undefined> {
  const [row] = await sql<Stored[]>`
    select id, kind, mode, of_task, input, state, started_by, permission, cursor, cancel_asked, approval_id,
      private.may(started_by, permission) as is_permitted
    from staff_tasks where id = ${taskId}`;
  return row;
}

function workOf(
  sql: Sql,
  kind: TaskKind,
  task: RunningTask,
  cursor: TaskValue,
  prepared: unknown,
): Promise<TaskChunk> {
  switch (task.mode) {
    case "run":
      return kind.chunk(sql, task, cursor, prepared);
    case "retry":
      if (kind.prepare) return kind.chunk(sql, task, cursor, prepared);
      return workOnRows(sql, task, cursor, kind.retry?.bind(kind));
    case "undo":
      return workOnRows(sql, task, cursor, kind.undo?.bind(kind));
  }
}

/** Tries failed rows again in their order, or undoes done rows from the last to the first. */
async function workOnRows(
  sql: Sql,
  task: RunningTask,
  cursor: TaskValue,
  work: TaskKind["retry"],
): Promise<TaskChunk> {
  if (!work) throw new Error(`tasks of this kind have no ${task.mode}`);
  const at = typeof cursor === "number" ? cursor : null;
  const isUndo = task.mode === ("undo" satisfies TaskMode);
  const rows = isUndo
    ? await sql<TaskRow[]>`
        select row_no, subject_id, outcome, code, field, value_given, before, after from staff_task_rows
        where task_id = ${task.of_task} and outcome = 'done' and (${at}::bigint is null or row_no < ${at})
        order by row_no desc limit ${rowsPerChunk}`
    : await sql<TaskRow[]>`
        select row_no, subject_id, outcome, code, field, value_given, before, after from staff_task_rows
        where task_id = ${task.of_task} and outcome = 'failed' and (${at}::bigint is null or row_no > ${at})
        order by row_no limit ${rowsPerChunk}`;
  const last = rows.at(-1);
  if (!last) return { rows: [], cursor: null };
  return { rows: await work(sql, task, rows), cursor: last.row_no };
}

/** Lists the rows of a chunk and moves the cursor: the chunk's only write to the task, so that others need not wait. */
async function record(sql: Sql, taskId: string, chunk: TaskChunk): Promise<void> {
  const { rows, unlisted = 0, cursor, total, result_path } = chunk;
  if (rows.length > 0) {
    const listed = sql.json(
      rows.map(({ value_given, ...row }) => ({
        ...row,
        value_given: cutText(value_given ?? "", maxValueLength) || null,
      })),
    );
    await sql`
      insert into staff_task_rows (task_id, row_no, subject_id, outcome, code, field, value_given, before, after)
      select ${taskId}, r.row_no, r.subject_id, r.outcome, r.code, r.field, r.value_given, r.before, r.after
      from jsonb_to_recordset(${listed}) r (row_no bigint, subject_id text, outcome text, code text, field text,
        value_given text, before jsonb, after jsonb)`;
  }
  const failed = rows.filter(({ outcome }) => outcome === "failed").length;
  const done = rows.length - failed + unlisted;
  await sql`
    update staff_tasks set state = case state when 'queued' then 'running' else state end,
      started_at = coalesce(started_at, now()), done = done + ${done}, failed = failed + ${failed}, cursor = ${sql.json(cursor)},
      total = case when coalesce(${total ?? null}::bigint, total) is not null
        then greatest(coalesce(${total ?? null}::bigint, total), done + failed + ${done + failed}) end,
      result_path = coalesce(${result_path ?? null}, result_path)
    where id = ${taskId}`;
}

/** Characters of a value that a row keeps. */
const maxValueLength = 500;

async function endTask(
  sql: Sql,
  task: Stored,
  kind: TaskKind | undefined,
  end: { readonly state: "done" | "failed" | "canceled"; readonly error?: string },
): Promise<true> {
  const undoDays = task.mode === "undo" || !kind?.undo ? null : (kind.undoDays ?? null);
  await sql`select set_config('shop.actor', coalesce('person:' || ${task.started_by}::text, 'job:staff-tasks'), true)`;
  if (task.started_by !== null) {
    await kind?.finished?.(sql, { ...task, actorId: task.started_by });
  }
  await sql`
    update staff_tasks set state = ${end.state}, error = ${end.error ?? null}, finished_at = now(),
      total = coalesce(total, done + failed),
      can_retry = failed > 0 and ${(kind?.retry ?? kind?.prepare) !== undefined && task.mode !== "undo"},
      undo_until = case when done > 0 then now() + make_interval(days => ${undoDays}) end
    where id = ${task.id}`;
  return true;
}

/** @throws an error that passes; any other ends the task, which can be resumed from its cursor */
async function recordFailure(taskId: string, error: unknown): Promise<true> {
  // The queue runs the job again.
  const passes = error instanceof StoreUnavailable || error instanceof TooMuchImageWork;
  if (passes || isUnavailable(error)) throw error;
  log.error({ err: error, task: taskId }, "a task of staff failed");
  await inTransaction(async (sql) => {
    await sql`select set_config('shop.actor', 'job:staff-tasks', true)`;
    await sql`
      update staff_tasks set state = 'failed', error = 'internal', finished_at = now()
      where id = ${taskId} and state in ('queued', 'running')`;
  });
  return true;
}
