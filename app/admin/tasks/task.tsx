import { data } from "react-router";
import { taskWords, useTaskWords } from "#app/admin/tasks/messages/tasks.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { timeNow } from "#base/clock.ts";
import { formatCount } from "#base/format-count.ts";
import { listBulkResults } from "#shop/catalogue/products/bulk/bulk-results.server.ts";
import {
  findTask,
  listFollowing,
  listTaskRows,
  mayReadRows,
} from "#shop/staff/tasks/read-tasks.server.ts";
import { rateOf, type StaffTask } from "#shop/staff/tasks/task.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/task";
import { BulkResults } from "./bulk-results.tsx";
import { FailedRows } from "./failed-rows.tsx";
import { mayUndo } from "./may-undo.ts";
import { changeTask } from "./task-action.server.ts";
import { TaskActs } from "./task-acts.tsx";
import { TaskPill } from "./task-pill.tsx";
import { TaskProgress } from "./task-progress.tsx";
import { useTaskTitle } from "./task-title.ts";
import { usePolling } from "./use-polling.ts";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: taskWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  const task = await findTask(staff, params.id);
  if (!task) throw data(null, { status: 404 });
  const after = Number(url.searchParams.get("after") ?? "");
  const changedAfter = Number(url.searchParams.get("changed") ?? "");
  const isReadable = mayReadRows(staff, task);
  const isBulk = task.kind.startsWith("bulk-") && task.mode !== "undo";
  const [failures, following, changed] = await Promise.all([
    isReadable ? listTaskRows(task.id, "failed", placeOf(after)) : undefined,
    listFollowing(task.id),
    isReadable && isBulk
      ? listBulkResults(task.id, placeOf(changedAfter), languageOf(url.pathname))
      : undefined,
  ]);
  const moment = timeNow();
  return {
    task,
    failures,
    following,
    changed,
    rate: rateOf(task, moment),
    isOwn: task.started_by === staff.id,
    isReadable,
    mayUndo: mayUndo(task, following, moment),
    newIds: { retry: crypto.randomUUID(), undo: crypto.randomUUID() },
  };
}

const placeOf = (row: number) => (Number.isSafeInteger(row) && row > 0 ? row : null);

export async function action({ params, request, url, context }: Route.ActionArgs) {
  return changeTask(staffOf(context), params.id, await readForm(request), url);
}

/** One piece of long work: how far it is, what can be done with it, and the rows that failed. */
export default function Task({ loaderData }: Route.ComponentProps) {
  const { task, failures, following, changed, rate, isOwn, isReadable, newIds } = loaderData;
  const isUndoable = loaderData.mayUndo;
  const words = useTaskWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const title = useTaskTitle();
  usePolling([task, ...following].some(({ state }) => state === "queued" || state === "running"));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      <Link to={to("/admin/Tasks")} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="grid gap-2">
        <h1 tabIndex={-1} className="text-2xl">
          {title(task)}
        </h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <TaskPill task={task} />
          <span className="text-muted">
            {words.started(
              formatMoment(task.created_at, language, zone),
              task.starter ?? words.deletedPerson,
            )}
          </span>
        </p>
      </header>
      <div aria-live="polite" className="grid gap-2">
        <TaskProgress task={task} />
        <Pace task={task} rate={rate} />
      </div>
      {task.error ? (
        <Notice tone="error">{words.errors[task.error] ?? words.errors.internal}</Notice>
      ) : null}
      {isOwn ? <TaskActs task={task} newIds={newIds} mayUndo={isUndoable} /> : null}
      {isOwn && isUndoable && task.undo_until ? (
        <p className="text-muted">
          {words.undoText(formatMoment(task.undo_until, language, zone))}
        </p>
      ) : null}
      {isOwn ? (
        <p className="flex flex-wrap gap-4 empty:hidden">
          {task.has_result && isReadable ? (
            <a href={to(`/admin/Tasks/${task.id}/File`)} download className="link">
              {words.acts.download}
            </a>
          ) : null}
          {task.kind === "import-products" && task.mode !== "undo" && task.failed > 0 ? (
            <a href={to(`/admin/Tasks/${task.id}/Failures`)} download className="link">
              {words.acts.failures}
            </a>
          ) : null}
        </p>
      ) : null}
      {following.length > 0 ? (
        <section className="grid gap-2">
          <h2 className="text-lg font-semibold">{words.following}</h2>
          <ul className="grid gap-2">
            {following.map((other) => (
              <li key={other.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <Link to={to(`/admin/Tasks/${other.id}`)} className="link">
                  {title(other)}
                </Link>
                <TaskPill task={other} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {changed ? (
        <BulkResults
          results={changed.results}
          more={
            changed.after === null ? null : (
              <Link to={`?changed=${changed.after}`} className="link justify-self-start">
                {words.results.more}
              </Link>
            )
          }
        />
      ) : null}
      {failures ? (
        <FailedRows
          rows={failures.rows}
          more={
            failures.after === null ? null : (
              <Link to={`?after=${failures.after}`} className="link justify-self-start">
                {words.rows.more}
              </Link>
            )
          }
        />
      ) : (
        <p className="text-muted">{words.rows.notPermitted}</p>
      )}
    </div>
  );
}

/** How fast it goes and how long it still takes. */
function Pace({ task, rate }: { task: StaffTask; rate: number | null }) {
  const words = useTaskWords();
  const language = useLanguage();
  if (rate === null) return null;
  const left =
    task.state === "running" && task.total !== null
      ? (task.total - task.done - task.failed) / rate
      : null;
  return (
    <p className="text-muted tabular-nums">
      {words.rate(formatCount(Math.max(1, Math.round(rate)), language))}
      {left === null
        ? ""
        : ` · ${left < 60 ? words.left.seconds : words.left.minutes(Math.ceil(left / 60))}`}
    </p>
  );
}
