import { data, Form, useNavigation } from "react-router";
import { auditWords, useAuditWords } from "#app/admin/audit/messages/audit.ts";
import { Neighbours } from "#app/admin/kit/list/keyset-list.tsx";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { fail } from "#base/result.ts";
import { type PutBackProblem, putBack } from "#shop/catalogue/products/put-back.server.ts";
import { puttableColumns } from "#shop/catalogue/products/put-back.ts";
import { readAuditPosition } from "#shop/staff/audit-filter.ts";
import { listHistory, mayReadHistory } from "#shop/staff/read-audit.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/history-page";
import { Entries } from "./entries.tsx";
import { subjectPath } from "./subject-path.ts";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: auditWords(languageOf(source.location.pathname)).history.title,
    hidden: true,
  });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  const subject = { kind: params.kind, id: params.id };
  if (!mayReadHistory(staff, subject.kind)) throw data({ code: "no_permission" }, 403);
  const { after } = readAuditPosition(url.searchParams);
  const page = await listHistory(staff, subject, after, languageOf(url.pathname));
  const puttable = page.entries.map((entry) => [entry.id, puttableColumns(staff, entry)] as const);
  return { subject, ...page, puttable: Object.fromEntries(puttable) };
}

interface HistoryAnswer {
  readonly done?: true;
  readonly problem?: PutBackProblem;
}

/** Puts one value back. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const staff = staffOf(context);
  if (!mayReadHistory(staff, params.kind)) throw data(null, { status: 404 });
  const form = await readForm(request);
  const entry = Number(form.get("entry"));
  const result = Number.isSafeInteger(entry)
    ? await putBack(staff, entry, String(form.get("field")))
    : fail<PutBackProblem>("not_found");
  if (result.ok) return { done: true } satisfies HistoryAnswer;
  const { problem } = result;
  const status = problem === "waits_for_approval" ? 202 : problem === "not_found" ? 404 : 409;
  return data<HistoryAnswer>({ problem }, { status });
}

/** The whole history of one thing. */
export default function AdminHistory({ loaderData, actionData }: Route.ComponentProps) {
  const { subject, entries, after, puttable } = loaderData;
  const answer: HistoryAnswer | undefined = actionData;
  const isBusy = useNavigation().state !== "idle";
  const words = useAuditWords();
  const to = useLocalPath();
  const isDeleted = entries.some((entry) => entry.subject?.is_deleted);
  const path = isDeleted ? undefined : subjectPath(subject.kind, subject.id);
  const kind = Object.hasOwn(words.kinds, subject.kind) ? words.kinds[subject.kind] : subject.kind;
  const name = entries.find((entry) => entry.subject?.name)?.subject?.name ?? subject.id;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.history.title}
        </h1>
        <p className="wrap-anywhere text-muted">
          {kind} ·{" "}
          {path ? (
            <Link to={to(path)} className="link">
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
      </header>
      <div role="status" className="contents">
        {answer?.done ? <Notice tone="success">{words.putBack.done}</Notice> : null}
      </div>
      {answer?.problem ? (
        <Notice tone={answer.problem === "waits_for_approval" ? "info" : "error"}>
          {wordsFor(words.putBack.problems, answer.problem, "refused")}
        </Notice>
      ) : null}
      {entries.length === 0 ? (
        <EmptyState title={words.history.empty} />
      ) : (
        <Entries
          entries={entries}
          isHistory
          wayBack={({ id }, { name, label }) =>
            puttable[id]?.includes(name.split(".")[0] ?? "") ? (
              <Form method="post" className="contents">
                <input type="hidden" name="entry" value={id} />
                <button
                  type="submit"
                  name="field"
                  value={name}
                  disabled={isBusy}
                  className="link -my-2 min-h-11 px-1"
                >
                  {words.putBack.button}
                  <span className="sr-only"> {label}</span>
                </button>
              </Form>
            ) : null
          }
        />
      )}
      <Neighbours
        words={words}
        after={after === null ? null : String(after)}
        before={null}
        address={(position) => `?${new URLSearchParams(position)}`}
      />
    </div>
  );
}
