import { cutText } from "#base/cut-text.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import { enqueue } from "#db/enqueue.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { TaskState, TaskValue } from "./task.ts";
import type { TaskKind } from "./task-kind.ts";

/** The task of the queue that works on a staff task. */
export const runTaskJob = "run-staff-task";

/** One job a task, however often it is asked for. */
export function queueTask(sql: Sql, taskId: string, runAt?: Date): Promise<void> {
  const key = `staff-task:${taskId}`;
  return enqueue(sql, runTaskJob, { task_id: taskId }, runAt ? { key, runAt } : { key });
}

export interface NewTask {
  /** Chosen by the caller: the same id again starts nothing. */
  readonly id: string;
  readonly title: string;
  readonly input: TaskValue;
  /** Rows, if known. */
  readonly total?: number;
  /** Under which request it was approved, so that it may go beyond the limits of its starter. */
  readonly approval?: string;
}

/**
 * Starts a task in the caller's transaction, which has checked the permission of the kind (`asStaff`).
 * @returns false for one that a request before has started
 */
export async function insertTask(
  sql: Sql,
  actor: Pick<Person, "id">,
  { kind, permission }: Pick<TaskKind, "kind" | "permission">,
  { id, title, input, total, approval }: NewTask,
): Promise<boolean> {
  const [made] = await sql`
    insert into staff_tasks (id, kind, title, input, permission, total, started_by, approval_id)
    values (${id}, ${kind}, ${cutText(title, 200)}, ${sql.json(input)}, ${permission}, ${total ?? null}, ${actor.id},
      ${approval ?? null})
    on conflict (id) do nothing returning id`;
  if (!made) return false;
  await queueTask(sql, id);
  return true;
}

/** Staff with the permission of the kind start a task. */
export function startTask(
  actor: Person,
  kind: Pick<TaskKind, "kind" | "permission">,
  task: NewTask,
): Promise<Result<{ id: string }, "not_permitted">> {
  return asStaff(actor, kind.permission, async (sql) => {
    await insertTask(sql, actor, kind, task);
    return ok({ id: task.id });
  });
}

export type TaskProblem =
  | "not_permitted"
  | "not_found"
  | "task_state"
  | "undo_too_late"
  | "undone_already";

interface Found {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly input: TaskValue;
  readonly permission: Permission;
  readonly state: TaskState;
  readonly mode: string;
  readonly can_retry: boolean;
  readonly cancel_asked: boolean;
  readonly failed: number;
  readonly may_undo: boolean | null;
  readonly approval_id: string | null;
}

/** Only its starter, with the permission of its kind, changes a task; others with `tasks.read` see it. */
async function changeTask<T>(
  actor: Person,
  id: string,
  change: (sql: Sql, task: Found) => Promise<Result<T, TaskProblem>>,
): Promise<Result<T, TaskProblem>> {
  if (!isUuid(id)) return fail("not_found");
  const [needed] = await asShop()<Pick<Found, "permission">[]>`
    select permission from staff_tasks where id = ${id} and started_by = ${actor.id}`;
  if (!needed) return fail("not_found");
  return asStaff<T, TaskProblem>(actor, needed.permission, async (sql) => {
    const [task] = await sql<Found[]>`
      select id, kind, title, input, permission, state, mode, can_retry, cancel_asked, failed,
        approval_id, undo_until > now() as may_undo
      from staff_tasks where id = ${id} for update`;
    return task ? change(sql, task) : fail("not_found");
  });
}

/** The chunk in progress is still written; nothing after it until the task is resumed. */
export function pauseTask(actor: Person, id: string): Promise<Result<null, TaskProblem>> {
  return changeTask(actor, id, async (sql, { state, cancel_asked }) => {
    if (state === "paused") return ok(null);
    if (cancel_asked || (state !== "queued" && state !== "running")) return fail("task_state");
    await sql`update staff_tasks set state = 'paused' where id = ${id}`;
    return ok(null);
  });
}

/** Continues a paused task, or one that an error ended, from its cursor. */
export function resumeTask(actor: Person, id: string): Promise<Result<null, TaskProblem>> {
  return changeTask(actor, id, async (sql, { state }) => {
    if (state === "queued" || state === "running") return ok(null);
    if (state !== "paused" && state !== "failed") return fail("task_state");
    await sql`
      update staff_tasks set state = 'queued', error = null, finished_at = null, undo_until = null, can_retry = false
      where id = ${id}`;
    await queueTask(sql, id);
    return ok(null);
  });
}

/** Ends a task; what it wrote stays and can be undone. The chunk in progress is the last one. */
export function cancelTask(actor: Person, id: string): Promise<Result<null, TaskProblem>> {
  return changeTask(actor, id, async (sql, { state }) => {
    if (state === "canceled") return ok(null);
    if (state !== "queued" && state !== "running" && state !== "paused") return fail("task_state");
    await sql`
      update staff_tasks set cancel_asked = true, state = case state when 'paused' then 'queued' else state end
      where id = ${id}`;
    await queueTask(sql, id);
    return ok(null);
  });
}

/** Starts a task that tries the failed rows of another again. @param newId chosen by the form */
export function retryTask(
  actor: Person,
  id: string,
  newId: string,
): Promise<Result<{ id: string }, TaskProblem>> {
  return changeTask(actor, id, async (sql, task) => {
    if (!task.can_retry) return fail("task_state");
    await follow(sql, actor, task, "retry", newId, task.failed);
    return ok({ id: newId });
  });
}

/** Starts a task that puts back what another changed. @param newId chosen by the form */
export async function undoTask(
  actor: Person,
  id: string,
  newId: string,
): Promise<Result<{ id: string }, TaskProblem>> {
  try {
    return await changeTask(actor, id, async (sql, task) => {
      if (task.may_undo === null) return fail("task_state");
      if (!task.may_undo) return fail("undo_too_late");
      const [listed] = await sql<{ n: number }[]>`
        select count(*)::int as n from staff_task_rows where task_id = ${id} and outcome = 'done'`;
      await follow(sql, actor, task, "undo", newId, listed?.n ?? 0);
      return ok({ id: newId });
    });
  } catch (error) {
    if (violatedConstraint(error) === "staff_task_undone_already") return fail("undone_already");
    throw error;
  }
}

async function follow(
  sql: Sql,
  actor: Person,
  { id: of, kind, title, input, permission, approval_id }: Found,
  mode: "retry" | "undo",
  id: string,
  total: number,
): Promise<void> {
  const [made] = await sql`
    insert into staff_tasks (id, kind, mode, of_task, title, input, permission, total, started_by, approval_id)
    values (${id}, ${kind}, ${mode}, ${of}, ${title}, ${sql.json(input)}, ${permission}, ${total}, ${actor.id},
      ${mode === "retry" ? approval_id : null})
    on conflict (id) do nothing returning id`;
  if (made) await queueTask(sql, id);
}
