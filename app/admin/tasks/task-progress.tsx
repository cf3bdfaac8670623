import { useTaskWords } from "#app/admin/tasks/messages/tasks.ts";
import { useLanguage } from "#app/language.ts";
import { formatCount } from "#base/format-count.ts";
import { isOpen, type StaffTask } from "#shop/staff/tasks/task.ts";
import { useTaskTitle } from "./task-title.ts";

/** How far a task is, as a bar and in figures. */
export function TaskProgress({ task }: { task: StaffTask }) {
  const words = useTaskWords();
  const language = useLanguage();
  const title = useTaskTitle();
  const { done, failed, total } = task;
  const rows = done + failed;
  const text =
    total === null
      ? words.counted(formatCount(rows, language))
      : words.progress(formatCount(rows, language), formatCount(total, language));
  return (
    <div className="grid gap-1.5">
      {isOpen(task) ? (
        <div
          role="progressbar"
          aria-label={title(task)}
          aria-valuetext={text}
          aria-valuemin={0}
          aria-valuemax={total ?? undefined}
          aria-valuenow={total === null ? undefined : rows}
          className="h-1.5 bg-rule"
        >
          <div
            className="h-full bg-carbon"
            style={{ width: `${total ? Math.min(100, (rows / total) * 100) : 0}%` }}
          />
        </div>
      ) : null}
      <p className="text-muted tabular-nums">
        {text}
        {failed > 0 ? (
          <span className="text-stamp"> · {words.failedRows(formatCount(failed, language))}</span>
        ) : null}
      </p>
    </div>
  );
}
