import { data } from "react-router";
import { auditWords, useAuditWords } from "#app/admin/audit/messages/audit.ts";
import { Neighbours } from "#app/admin/kit/list/keyset-list.tsx";
import { languageOf, useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { may } from "#shop/kernel/access.ts";
import { listSavedViews } from "#shop/office/saved-views/saved-views.server.ts";
import { auditFields, auditSorts, readAuditPosition } from "#shop/staff/audit-filter.ts";
import { listAuditAuthors, listAuditEntries } from "#shop/staff/read-audit.server.ts";
import { type AuditSeals, readAuditSeals } from "#shop/staff/seal-audit.server.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { FilterRefused } from "../filters/filter-problem.tsx";
import { readListAddress } from "../filters/list-address.server.ts";
import { listHref } from "../filters/list-address.ts";
import { SaveView } from "../filters/save-view.tsx";
import { SavedViewLinks } from "../filters/saved-view-links.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/audit";
import { Entries } from "./entries.tsx";
import { useAuditOptions } from "./filter-options.ts";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: auditWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "audit.read");
  const { address, state } = readListAddress(url, auditFields, auditSorts);
  const [listed, authors, views, seals] = await Promise.all([
    state &&
      listAuditEntries(
        staff,
        { filter: state.filter, ...readAuditPosition(url.searchParams) },
        languageOf(url.pathname),
      ),
    listAuditAuthors(staff),
    listSavedViews(staff, "audit"),
    readAuditSeals(),
  ]);
  const problem = address.problem ?? (listed && !listed.ok ? listed.problem : null);
  return data(
    {
      address,
      problem,
      page: listed?.ok ? listed.value : null,
      authors,
      views,
      seals,
      mayShare: may(staff, "views.share"),
    },
    { status: problem ? 400 : 200 },
  );
}

/** Who did what in the shop, newest first. */
export default function AdminAudit({ loaderData }: Route.ComponentProps) {
  const { address, problem, page, authors, views, seals, mayShare } = loaderData;
  const words = useAuditWords();
  const options = useAuditOptions(authors);
  const entries = page?.entries ?? [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="max-w-[72ch] text-muted">{words.lead}</p>
        <Seals {...seals} />
      </header>
      <SavedViewLinks views={views} address={address} />
      <FilterBar
        list="audit"
        fields={auditFields}
        options={options}
        address={address}
        sorts={auditSorts}
      >
        <SaveView list="audit" address={address} views={views} mayShare={mayShare} />
      </FilterBar>
      {problem ? (
        <FilterRefused
          list="audit"
          problem={problem}
          address={address}
          narrowing={["at", "kind"]}
        />
      ) : entries.length > 0 ? (
        <Entries entries={entries} />
      ) : address.filter ? (
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
        after={page?.after == null ? null : String(page.after)}
        before={page?.before == null ? null : String(page.before)}
        address={(position) => listHref(address, position)}
      />
    </div>
  );
}

/** Whether somebody changed an entry past the program. */
function Seals({ sealed_at, broken }: Pick<AuditSeals, "sealed_at" | "broken">) {
  const words = useAuditWords().seals;
  const language = useLanguage();
  const zone = useShopZone();
  if (broken) {
    return (
      <Notice tone="error">
        {words.broken(broken.seal, formatMoment(broken.found_at.toISOString(), language, zone))}
      </Notice>
    );
  }
  return (
    <p className="max-w-[72ch] text-muted">
      {sealed_at ? words.whole(formatMoment(sealed_at.toISOString(), language, zone)) : words.none}
    </p>
  );
}
