import { data } from "react-router";
import { languageOf, useLocalPath } from "#app/language.ts";
import { auditWords, useAuditWords } from "#app/messages/admin/audit.ts";
import { pageMeta } from "#app/page-meta.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { readAuditPosition } from "#shop/staff/audit-filter.ts";
import { listHistory, mayReadHistory } from "#shop/staff/read-audit.server.ts";
import { Neighbours } from "../keyset-list.tsx";
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
  if (!mayReadHistory(staff, subject.kind)) throw data(null, { status: 404 });
  const { after } = readAuditPosition(url.searchParams);
  return { subject, ...(await listHistory(staff, subject, after, languageOf(url.pathname))) };
}

/** The whole history of one thing. */
export default function AdminHistory({ loaderData }: Route.ComponentProps) {
  const { subject, entries, after } = loaderData;
  const words = useAuditWords();
  const to = useLocalPath();
  const path = subjectPath(subject.kind, subject.id);
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
      {entries.length === 0 ? (
        <EmptyState title={words.history.empty} />
      ) : (
        <Entries entries={entries} isHistory />
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
