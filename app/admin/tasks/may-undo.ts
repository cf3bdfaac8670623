import type { StaffTask } from "#shop/staff/tasks/task.ts";

/** Whether a task can be undone. @param following the tasks that came of it @param now epoch milliseconds */
export function mayUndo(
  { undo_until }: StaffTask,
  following: readonly StaffTask[],
  now: number,
): boolean {
  const isUndone = following.some(
    ({ mode, state }) => mode === "undo" && state !== "failed" && state !== "canceled",
  );
  return undo_until !== null && Date.parse(undo_until) > now && !isUndone;
}
