import { data } from "react-router";
import { Neighbours } from "#app/admin/kit/list/keyset-list.tsx";
import { mailListWords, useMailListWords } from "#app/admin/mail-list/messages/mail-list.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { mayExportSubscribers } from "#shop/consent/subscribers/export-subscribers.server.ts";
import { listSubscribers, listTopics } from "#shop/consent/subscribers/list-subscribers.server.ts";
import {
  readSubscriberFilter,
  subscriberParams,
} from "#shop/consent/subscribers/subscriber-filter.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { may } from "#shop/kernel/access.ts";
import { readPosition } from "#shop/staff/filters/position.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/subscribers";
import { ExportButton } from "./export-button.tsx";
import { MailListPage } from "./mail-list-page.tsx";
import { SubscriberSearch } from "./subscriber-search.tsx";
import { SubscriberTable } from "./subscriber-table.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = mailListWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: `${words.tabs.subscribers} · ${words.title}`, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  const filter = readSubscriberFilter(url.searchParams);
  const [listed, topics, keys] = await Promise.all([
    listSubscribers(staff, filter, readPosition(url.searchParams)),
    listTopics(),
    readSignInKeys(staff),
  ]);
  const page = listed.ok ? listed.value : null;
  return data(
    {
      filter,
      page,
      topics,
      keys,
      mayExport: may(staff, "mail.send"),
      mayImport: may(staff, "imports.run"),
    },
    { status: page ? 200 : 400 },
  );
}

/** Asks whether a download would be answered, so that the page can ask for the proof that it needs. */
export async function action({ context }: Route.ActionArgs) {
  const ready = await mayExportSubscribers(staffWith(context, "mail.send"));
  return ready.ok ? { isReady: true } : { problem: ready.problem };
}

/** Who is on the list, searched by the beginning of an address and by what they agreed to. */
export default function Subscribers({ loaderData }: Route.ComponentProps) {
  const { filter, page, topics, keys, mayExport, mayImport } = loaderData;
  const to = useLocalPath();
  const { list: words } = useMailListWords();
  const kept = subscriberParams(filter);
  const isFiltered = Object.keys(kept).length > 0;
  return (
    <MailListPage
      tab="subscribers"
      action={
        mayExport ? (
          <div className="flex flex-wrap justify-end gap-2">
            {mayImport ? (
              <ButtonLink to={`${to("/admin/Imports")}?kind=subscribers#upload`} look="quiet">
                {words.import}
              </ButtonLink>
            ) : null}
            <ExportButton keys={keys} />
          </div>
        ) : null
      }
    >
      <SubscriberSearch filter={filter} topics={topics} />
      {!page ? (
        <Notice tone="warning">{words.tooWide}</Notice>
      ) : page.subscribers.length > 0 ? (
        <SubscriberTable subscribers={page.subscribers} topics={topics} />
      ) : isFiltered ? (
        <EmptyState
          title={words.emptyFiltered}
          action={
            <ButtonLink to="?" look="quiet">
              {words.clear}
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
      )}
      <Neighbours
        words={words}
        after={page?.after ?? null}
        before={page?.before ?? null}
        address={(position) => `?${new URLSearchParams({ ...kept, ...position })}`}
      />
    </MailListPage>
  );
}
