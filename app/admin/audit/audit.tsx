import { languageOf } from "#app/language.ts";
import { auditWords, useAuditWords } from "#app/messages/admin/audit.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type AuditFilter, readAuditFilter } from "#shop/staff/audit-filter.ts";
import { listAuditAuthors, listAuditEntries } from "#shop/staff/read-audit.server.ts";
import { Neighbours } from "../keyset-list.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/audit";
import { Entries } from "./entries.tsx";
import { FilterForm } from "./filter-form.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: auditWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "audit.read");
  const filter = readAuditFilter(url.searchParams);
  const [page, authors] = await Promise.all([
    listAuditEntries(staff, filter, languageOf(url.pathname)),
    listAuditAuthors(staff),
  ]);
  return { ...page, filter, authors };
}

const names = ["by", "kind", "subject", "action", "field", "from", "to"] as const;

function addressOf(filter: AuditFilter, position: Readonly<Record<string, string>>): string {
  const chosen = names.flatMap((name) => (filter[name] === null ? [] : [[name, filter[name]]]));
  return `?${new URLSearchParams({ ...Object.fromEntries(chosen), ...position })}`;
}

/** Who did what in the shop, newest first. */
export default function AdminAudit({ loaderData }: Route.ComponentProps) {
  const { filter, entries, after, before, authors } = loaderData;
  const words = useAuditWords();
  const isFiltered = names.some((name) => filter[name] !== null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="max-w-[72ch] text-muted">{words.lead}</p>
      </header>
      <FilterForm filter={filter} authors={authors} isFiltered={isFiltered} />
      {entries.length > 0 ? (
        <Entries entries={entries} />
      ) : isFiltered ? (
        <EmptyState
          title={words.emptyFiltered}
          action={
            <ButtonLink to="?" look="quiet">
              {words.filter.clear}
            </ButtonLink>
          }
        >
          {words.emptyFilteredText}
        </EmptyState>
      ) : (
        <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
      )}
      <Neighbours
        words={words}
        after={after === null ? null : String(after)}
        before={before === null ? null : String(before)}
        address={(position) => addressOf(filter, position)}
      />
    </div>
  );
}
