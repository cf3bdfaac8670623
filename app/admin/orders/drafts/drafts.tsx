import { KeysetList } from "#app/admin/kit/list/keyset-list.tsx";
import { ListRow, ListTable } from "#app/admin/kit/list/list-table.tsx";
import { cellClasses } from "#app/admin/kit/list/simple-list.tsx";
import { draftWords, useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Link } from "#app/ui/link.tsx";
import { maxCount } from "#shop/kernel/newest-first.server.ts";
import { draftStates } from "#shop/orders/drafts/draft.ts";
import { listDrafts, readDraftFilter } from "#shop/orders/drafts/read-drafts.server.ts";
import { readPosition } from "#shop/staff/filters/position.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/drafts";
import { DraftLinks } from "./draft-links.tsx";
import { DraftPill } from "./draft-pill.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: draftWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "orders.draft");
  const filter = readDraftFilter(url.searchParams, readPosition(url.searchParams));
  return { filter, maxCount, ...(await listDrafts(staff, filter)) };
}

export default function AdminDrafts({ loaderData }: Route.ComponentProps) {
  const { filter, drafts, after, before } = loaderData;
  const words = useDraftWords();
  const to = useLocalPath();
  const { heads } = words;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Orders")} className="link justify-self-start">
        {words.orders}
      </Link>
      <KeysetList
        words={words}
        q={filter.q}
        parameter="state"
        chosen={filter.state}
        views={draftStates.map((value) => ({ value, label: words.states[value] }))}
        maxCount={loaderData.maxCount}
        isEmpty={drafts.length === 0}
        after={after}
        before={before}
        action={<DraftLinks isList />}
      >
        <ListTable
          heads={[
            { label: heads.buyer },
            { label: heads.updated },
            { label: heads.state },
            { label: heads.source },
            { label: heads.author },
          ]}
        >
          {drafts.map((draft) => (
            <ListRow
              key={draft.id}
              to={to(`/admin/Orders/Drafts/${draft.id}`)}
              number={
                <span className="font-sans wrap-anywhere">{draft.buyer || words.nameless}</span>
              }
              time={draft.updated_at}
            >
              <td className={cellClasses}>
                <DraftPill state={draft.state} />
                {draft.order_number ? (
                  <span className="figures ml-2 text-muted">{draft.order_number}</span>
                ) : null}
              </td>
              <td className={cellClasses}>{words.sources[draft.source]}</td>
              <td className={`${cellClasses} text-muted`}>{draft.author}</td>
            </ListRow>
          ))}
        </ListTable>
      </KeysetList>
    </div>
  );
}
