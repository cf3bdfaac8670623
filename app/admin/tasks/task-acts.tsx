import { useFetcher } from "react-router";
import { useTaskWords } from "#app/admin/tasks/messages/tasks.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { isOpen, type StaffTask } from "#shop/staff/tasks/task.ts";
import { useTaskTitle } from "./task-title.ts";

export type TaskAct = "pause" | "resume" | "cancel" | "retry" | "undo";

interface TaskActsProps {
  task: StaffTask;
  /** Ids of the tasks that a press would start; without them the task only pauses, resumes and ends. */
  newIds?: { readonly retry: string; readonly undo: string };
  mayUndo?: boolean;
}

/** What the starter of a task can do with it. Works without scripts. */
export function TaskActs({ task, newIds, mayUndo = false }: TaskActsProps) {
  const words = useTaskWords();
  const to = useLocalPath();
  const title = useTaskTitle();
  const fetcher = useFetcher<{ problem?: string }>();
  const acts: TaskAct[] = [
    ...(task.state === "queued" || task.state === "running" ? (["pause"] as const) : []),
    ...(task.state === "paused" || task.state === "failed" ? (["resume"] as const) : []),
    ...(isOpen(task) ? (["cancel"] as const) : []),
    ...(newIds && task.can_retry ? (["retry"] as const) : []),
    ...(newIds && mayUndo ? (["undo"] as const) : []),
  ];
  const shown = task.cancel_asked && isOpen(task) ? [] : acts;
  const problem = fetcher.state === "idle" ? fetcher.data?.problem : undefined;
  return (
    <>
      {shown.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {shown.map((act) => (
            <fetcher.Form key={act} method="post" action={to(`/admin/Tasks/${task.id}`)}>
              <input type="hidden" name="act" value={act} />
              {act === "retry" || act === "undo" ? (
                <input type="hidden" name="new" value={newIds?.[act]} />
              ) : null}
              <Button
                type="submit"
                look={act === "undo" ? "danger" : "quiet"}
                aria-label={words.actOn(words.acts[act], title(task))}
                busy={fetcher.state !== "idle"}
              >
                {words.acts[act]}
              </Button>
            </fetcher.Form>
          ))}
        </div>
      ) : null}
      {problem ? (
        <Notice tone="error">{wordsFor(words.problems, problem, "invalid_input")}</Notice>
      ) : null}
    </>
  );
}
