import { Neighbours } from "#app/admin/kit/list/keyset-list.tsx";
import { taskWords, useTaskWords } from "#app/admin/tasks/messages/tasks.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { listTasks } from "#shop/staff/tasks/read-tasks.server.ts";
import { isOpen } from "#shop/staff/tasks/task.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/tasks";
import { TaskPill } from "./task-pill.tsx";
import { TaskProgress } from "./task-progress.tsx";
import { useTaskTitle } from "./task-title.ts";
import { usePolling } from "./use-polling.ts";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: taskWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ url, context }: Route.LoaderArgs) {
  return listTasks(staffOf(context), url.searchParams.get("after"));
}

/** The person's long work, newest first; everybody's with the permission. */
export default function Tasks({ loaderData: { tasks, after } }: Route.ComponentProps) {
  const words = useTaskWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const title = useTaskTitle();
  usePolling(tasks.some((task) => task.state === "queued" || task.state === "running"));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      {tasks.length === 0 ? (
        <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
      ) : (
        <ul className="grid border-t border-ink">
          {tasks.map((task) => (
            <li key={task.id} className="grid gap-2 border-b border-rule py-4">
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <Link to={to(`/admin/Tasks/${task.id}`)} className="link font-semibold">
                  {title(task)}
                </Link>
                <TaskPill task={task} />
                <span className="text-muted">
                  {words.started(
                    formatMoment(task.created_at, language, zone),
                    task.starter ?? words.deletedPerson,
                  )}
                </span>
              </p>
              {isOpen(task) || task.done + task.failed > 0 ? <TaskProgress task={task} /> : null}
            </li>
          ))}
        </ul>
      )}
      <Neighbours
        words={{ newer: words.older, older: words.older, pages: words.pages }}
        after={after}
        before={null}
        address={(position) => `?${new URLSearchParams({ ...position })}`}
      />
    </div>
  );
}
