import { useEffect, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { useTaskWords } from "#app/admin/tasks/messages/tasks.ts";
import { useLocalPath } from "#app/language.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import type { StaffTask } from "#shop/staff/tasks/task.ts";
import { TaskActs } from "./task-acts.tsx";
import { TaskPill } from "./task-pill.tsx";
import { TaskProgress } from "./task-progress.tsx";
import { useTaskTitle } from "./task-title.ts";

/** Milliseconds between two looks at tasks that run. */
const pollMs = 2_000;

/**
 * The person's running tasks, at the foot of the rail, where they cover nothing; on a phone below the page. Polls while a task runs. A dismissed task reappears once, when it ends.
 */
export function TaskTray({ tasks: first }: { tasks: readonly StaffTask[] }) {
  const words = useTaskWords();
  const to = useLocalPath();
  const title = useTaskTitle();
  const { pathname } = useLocation();
  const { load, data, state } = useFetcher<{ tasks: readonly StaffTask[] }>();
  const address = to("/admin/Tasks/Tray");
  // What was read last: the page's own data may be newer than the last poll.
  const tasks = newest(first, data?.tasks ?? []);
  const isRunning = tasks.some((task) => task.state === "queued" || task.state === "running");
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setTimeout(() => void load(address), pollMs);
    return () => clearTimeout(timer);
  }, [isRunning, state, load, address]);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const shown = tasks.filter(
    (task) =>
      // The task's own page shows its progress, so the tray omits it there.
      !pathname.endsWith(`/admin/Tasks/${task.id}`) && !closed.includes(stageOf(task)),
  );
  if (shown.length === 0 || pathname.endsWith("/admin/Tasks")) return null;
  return (
    <aside
      aria-label={words.tray}
      className="no-print order-last mx-4 mb-6 border border-ink bg-card text-sm wrap-anywhere lg:m-0 lg:max-h-40 lg:overflow-y-auto"
    >
      <Link
        to={to("/admin/Tasks")}
        className="hidden min-h-11 place-items-center lg:group-data-[rail=icons]/rail:grid"
      >
        <Icon name="clock" className="size-4" />
        <span aria-hidden="true" className="figures text-xs">
          {shown.length}
        </span>
        <span className="sr-only">{words.tray}</span>
      </Link>
      <div className="flex items-center justify-between pl-3 lg:group-data-[rail=icons]/rail:hidden">
        <h2 className="font-sans text-sm font-semibold">
          {isRunning ? words.tray : words.trayEnded}
        </h2>
        <IconButton
          icon="x"
          label={words.closeTray}
          onClick={() => {
            setClosed(tasks.map(stageOf));
            document.getElementById("content")?.focus({ preventScroll: true });
          }}
        />
      </div>
      <ul className="grid lg:group-data-[rail=icons]/rail:hidden">
        {shown.map((task) => (
          <li key={task.id} className="border-b border-rule last:border-b-0">
            <details className="group">
              <summary className="grid cursor-pointer gap-1.5 p-3">
                <span className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
                  <span className="min-w-0 font-semibold">{title(task)}</span>
                  <span className="shrink-0 whitespace-nowrap">
                    <TaskPill task={task} />
                  </span>
                </span>
                <TaskProgress task={task} />
              </summary>
              <div className="grid gap-2 px-3 pb-3">
                <TaskActs task={task} />
                <Link to={to(`/admin/Tasks/${task.id}`)} className="link justify-self-start">
                  {words.acts.open}
                </Link>
              </div>
            </details>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** A task and whether it has ended. */
const stageOf = ({ id, finished_at }: StaffTask) => `${id} ${finished_at !== null}`;

/** Of each task the reading that is further. */
function newest(first: readonly StaffTask[], polled: readonly StaffTask[]): readonly StaffTask[] {
  const later = new Map(polled.map((task) => [task.id, task]));
  return first
    .map((task) => {
      const other = later.get(task.id);
      const isFurther =
        other !== undefined &&
        (other.finished_at !== null || other.done + other.failed >= task.done + task.failed) &&
        task.finished_at === null;
      return isFurther ? other : task;
    })
    .concat(polled.filter((task) => first.every(({ id }) => id !== task.id)));
}
