import type { Permission } from "#shop/kernel/permissions.ts";

/* Long work that staff start (docs/why/staff.md). */

export const taskStates = ["queued", "running", "paused", "done", "failed", "canceled"] as const;
export type TaskState = (typeof taskStates)[number];
export type TaskMode = "run" | "retry" | "undo";
export type TaskOutcome = "done" | "unchanged" | "failed" | "undone";

/** A value that JSON can hold. */
export type TaskValue =
  | null
  | string
  | number
  | boolean
  | readonly TaskValue[]
  | { readonly [name: string]: TaskValue | undefined };

/** What became of one row. */
export interface TaskRow {
  /** Unique within the task, e.g. the line of a file. */
  readonly row_no: number;
  readonly subject_id?: string | null;
  readonly outcome: TaskOutcome;
  /** Why it failed, or what was left. */
  readonly code?: string | null;
  /** The column of a file, or the field of a thing. */
  readonly field?: string | null;
  readonly value_given?: string | null;
  /** Values that undoing needs. */
  readonly before?: TaskValue;
  readonly after?: TaskValue;
}

/** A task as staff see it. */
export interface StaffTask {
  readonly id: string;
  readonly kind: string;
  readonly mode: TaskMode;
  readonly of_task: string | null;
  readonly title: string;
  readonly permission: Permission;
  readonly state: TaskState;
  /** Null until the rows are counted. */
  readonly total: number | null;
  readonly done: number;
  readonly failed: number;
  readonly started_by: string | null;
  readonly starter: string | null;
  readonly cancel_asked: boolean;
  readonly can_retry: boolean;
  /** ISO 8601; null: cannot be undone. */
  readonly undo_until: string | null;
  readonly has_result: boolean;
  readonly error: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

export const openStates: readonly TaskState[] = ["queued", "running", "paused"];

/** Whether the task will still change something. */
export function isOpen({ state }: Pick<StaffTask, "state">): boolean {
  return openStates.includes(state);
}

/** Rows a second since the start; null while that says little. @param now epoch milliseconds */
export function rateOf(task: StaffTask, now: number): number | null {
  if (task.started_at === null) return null;
  const end = task.finished_at === null ? now : Date.parse(task.finished_at);
  const seconds = (end - Date.parse(task.started_at)) / 1000;
  const rows = task.done + task.failed;
  return seconds < 1 || rows === 0 ? null : rows / seconds;
}
