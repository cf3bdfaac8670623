import { data, useNavigation } from "react-router";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { importWords, useImportWords } from "#app/admin/messages/imports.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { timeNow } from "#base/clock.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { listImportPictures } from "#shop/imports/import-pictures.server.ts";
import { findImport } from "#shop/imports/imports.server.ts";
import { waitingAbout } from "#shop/staff/approvals/list-approvals.server.ts";
import {
  listFollowing,
  listTaskRows,
  listWarnedRows,
} from "#shop/staff/tasks/read-tasks.server.ts";
import { isOpen } from "#shop/staff/tasks/task.ts";
import { WaitingApprovals } from "../approvals/waiting-approvals.tsx";
import { formatBytes } from "../products/media/format-bytes.ts";
import { staffWith } from "../staff.server.ts";
import { mayUndo } from "../tasks/may-undo.ts";
import { TaskActs } from "../tasks/task-acts.tsx";
import { TaskPill } from "../tasks/task-pill.tsx";
import { TaskProgress } from "../tasks/task-progress.tsx";
import { usePolling } from "../tasks/use-polling.ts";
import type { Route } from "./+types/import";
import { CheckResult } from "./check-result.tsx";
import { changeImport } from "./import-action.server.ts";
import { MappingForm } from "./mapping-form.tsx";
import { PictureResult } from "./picture-result.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: importWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "imports.run");
  const file = await findImport(staff, params.id);
  if (!file) throw data(null, { status: 404 });
  const ids = {
    check: crypto.randomUUID(),
    run: crypto.randomUUID(),
    retry: crypto.randomUUID(),
    picture: crypto.randomUUID(),
    undo: crypto.randomUUID(),
  };
  const [keys, waiting] = await Promise.all([readSignInKeys(staff), waitingAbout(staff, file.id)]);
  const following = file.run ? await listFollowing(file.run.id) : [];
  const pictures = file.run ? await listImportPictures(staff, file.id) : undefined;
  const undo = following.find(({ mode }) => mode === "undo") ?? null;
  const isUndoable = file.run !== null && mayUndo(file.run, following, timeNow());
  if (!file.check || !file.counts)
    return { file, rows: null, ids, isUndoable, undo, keys, waiting, pictures };
  const [failed, changed, warned] = await Promise.all([
    listTaskRows(file.check.id, "failed", null),
    listTaskRows(file.check.id, "done", null),
    listWarnedRows(file.check.id),
  ]);
  return {
    file,
    rows: { failed: failed.rows, changed: changed.rows, warned },
    ids,
    isUndoable,
    undo,
    keys,
    waiting,
    pictures,
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  return changeImport(staffWith(context, "imports.run"), params.id, await readForm(request));
}

/** One import on its way: mapping, check, run, result. */
export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { file, rows, ids, isUndoable, undo, keys, waiting, pictures } = loaderData;
  const words = useImportWords();
  const language = useLanguage();
  const to = useLocalPath();
  const busy = useNavigation().state !== "idle";
  const isChecking = file.check !== null && isOpen(file.check);
  const isRunning = file.run !== null && isOpen(file.run);
  const isUndoing = undo !== null && isOpen(undo);
  usePolling(
    isChecking || isRunning || isUndoing || (pictures !== undefined && isOpen(pictures.task)),
  );
  const { fetcher, proof, answer } = useProvenFetcher<{ problem?: string }>(keys);
  const problem = actionData?.problem ?? answer?.problem;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 wrap-anywhere">
      <Link to={to("/admin/Imports")} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {file.name}
        </h1>
        <p className="text-muted">
          {words.kinds[file.kind] ?? file.kind}.{" "}
          {words.facts(
            file.encoding.toUpperCase(),
            words.delimiters[file.delimiter],
            formatBytes(file.bytes, language),
          )}{" "}
          {file.source ? words.sources[file.source] : ""}
        </p>
      </header>
      {problem && !busy ? (
        <Notice tone={problem === "waits_for_approval" ? "info" : "error"}>
          {wordsFor(words.problems, problem, "invalid_input")}
        </Notice>
      ) : null}
      <WaitingApprovals approvals={waiting} />
      {file.problem && !isChecking ? (
        <Notice tone="error">
          {wordsFor(words.problems, file.problem, "invalid_input")}
          {file.problem_row === null ? "" : words.atRow(file.problem_row)}
        </Notice>
      ) : null}
      {file.run ? (
        <section className="grid gap-3">
          <h2 className="flex items-center gap-3 text-lg font-semibold">
            {words.run.title} <TaskPill task={file.run} />
          </h2>
          <div aria-live="polite">
            <TaskProgress task={file.run} />
          </div>
          {file.is_own ? <TaskActs task={file.run} newIds={ids} mayUndo={isUndoable} /> : null}
          {undo ? (
            <p className="flex flex-wrap items-center gap-3">
              <Link to={to(`/admin/Tasks/${undo.id}`)} className="link">
                {words.run.undone}
              </Link>
              <TaskPill task={undo} />
            </p>
          ) : null}
          <Link to={to(`/admin/Tasks/${file.run.id}`)} className="link justify-self-start">
            {words.run.open}
          </Link>
        </section>
      ) : null}
      {pictures ? (
        <PictureResult
          pictures={pictures}
          isOwn={file.is_own}
          newIds={{ retry: ids.picture, undo: ids.undo }}
        />
      ) : null}
      {isChecking && file.check ? (
        <section className="grid gap-3">
          <h2 className="text-lg font-semibold">{words.check.title}</h2>
          <p className="text-muted">{words.check.running}</p>
          <TaskProgress task={file.check} />
          {file.is_own ? <TaskActs task={file.check} /> : null}
        </section>
      ) : null}
      {!isChecking && file.counts && file.check && rows ? (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h2 className="text-lg font-semibold">{words.check.title}</h2>
          <CheckResult
            kind={file.kind}
            page={file.page}
            isFinal={file.is_final}
            counts={file.counts}
            rows={rows}
            checkId={file.check.id}
            Form={fetcher.Form}
            runId={file.run || !file.is_own ? null : ids.run}
            busy={busy || fetcher.state !== "idle"}
          />
          {proof}
        </section>
      ) : null}
      {file.run || isChecking || !file.is_own ? null : (
        <details open={!file.counts} className="group/map">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-lg font-semibold">
            <Icon name="chevron-down" className="size-4 group-open/map:rotate-180" />
            {file.counts ? words.map.again : words.map.title}
          </summary>
          <div className="pt-3">
            <MappingForm file={file} taskId={ids.check} busy={busy} />
          </div>
        </details>
      )}
    </div>
  );
}
