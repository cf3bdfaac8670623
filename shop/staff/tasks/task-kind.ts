import type { Sql } from "#db/client.server.ts";
import type { Permission } from "#shop/kernel/permissions.ts";
import type { TaskMode, TaskRow, TaskValue } from "./task.ts";

/** A task as its kind works on it. */
export interface RunningTask {
  readonly id: string;
  readonly mode: TaskMode;
  /** The task whose rows are tried again or undone. */
  readonly of_task: string | null;
  /** As given at the start; of the first task also when its rows are tried again or undone. */
  readonly input: TaskValue;
  /** In whose name the chunk writes; the audit log names this person. */
  readonly actorId: string;
  readonly permission: Permission;
}

/** The work of one transaction. */
export interface TaskChunk {
  /** Rows to list: failures, and what undoing needs. Others are only counted. */
  readonly rows: readonly TaskRow[];
  /** Rows of the chunk that need no listing and did not fail. */
  readonly unlisted?: number;
  /** Where the next chunk begins; null: the work is done. */
  readonly cursor: TaskValue;
  /** All rows of the task, as soon as they are known. */
  readonly total?: number;
  /** The finished file in the bucket `staff-files`. */
  readonly result_path?: string;
}

/**
 * A kind of long work. `chunk`, `retry` and `undo` run in a transaction with the shop's rights in the name of the starter,
 * whose permission was just checked. They call nothing outside of the database that cannot be repeated: after a crash or a
 * deadlock the same chunk runs again. Use `inSavepoint` for a row that may fail on its own.
 */
export interface TaskKind<Prepared = unknown> {
  /** E.g. `import-products`. */
  readonly kind: string;
  readonly permission: Permission;
  /** What its starter needs besides `permission`, checked before each chunk. */
  readonly alsoNeeds?: readonly Permission[];
  /** Days in which the finished task can be undone; needs `undo`. At most 30, after which the rows are purged. */
  readonly undoDays?: number;
  /**
   * Work of a chunk before its transaction, e.g. a download. The result stays unused after a crash, or if another process
   * ran the chunk. With `prepare`, a retry of failed rows runs `chunk` again.
   */
  prepare?(task: RunningTask): Promise<Prepared>;
  /** About a second of work from the cursor on; null: from the beginning. */
  chunk(
    sql: Sql,
    task: RunningTask,
    cursor: TaskValue,
    prepared: Prepared | undefined,
  ): Promise<TaskChunk>;
  /** Tries failed rows again. @returns one outcome for each, with the same `row_no` */
  retry?(sql: Sql, task: RunningTask, rows: readonly TaskRow[]): Promise<readonly TaskRow[]>;
  /** Puts back what rows changed. @returns one outcome for each: `undone`, or `failed` with what was left and why */
  undo?(sql: Sql, task: RunningTask, rows: readonly TaskRow[]): Promise<readonly TaskRow[]>;
  /** Runs once, in the transaction that ends the task, also for one that was canceled. */
  finished?(sql: Sql, task: RunningTask): Promise<void>;
}
