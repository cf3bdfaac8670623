import { useFilterWords } from "#app/admin/filters/messages/filters.ts";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { cellClasses, rowClasses } from "#app/admin/kit/list/simple-list.tsx";
import { segmentWords, useSegmentWords } from "#app/admin/mail-list/segments/messages/segments.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { formatCount } from "#base/format-count.ts";
import { may } from "#shop/kernel/access.ts";
import { segmentFields } from "#shop/mailing/campaigns/audience/segment-fields.ts";
import { listSegmentOptions } from "#shop/mailing/campaigns/audience/segment-options.server.ts";
import {
  listSegments,
  readSegmentFilter,
} from "#shop/mailing/campaigns/audience/segments.server.ts";
import { filterSentence } from "../../filters/filter-sentence.ts";
import { staffWith } from "../../staff.server.ts";
import { MailListPage } from "../mail-list-page.tsx";
import type { Route } from "./+types/segments";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: segmentWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  const segments = (await listSegments(staff)).map(({ filter, ...segment }) => {
    const read = readSegmentFilter(filter);
    return { ...segment, tree: read.ok ? read.value : null };
  });
  const trees = segments.map(({ tree }) => tree);
  return {
    segments,
    options: await listSegmentOptions(languageOf(url.pathname), trees),
    mayEdit: may(staff, "mail.send"),
  };
}

/** The segments with what each asks, in words. */
export default function Segments({ loaderData }: Route.ComponentProps) {
  const { segments, options, mayEdit } = loaderData;
  const words = useSegmentWords();
  const filters = useFilterWords();
  const language = useLanguage();
  const to = useLocalPath();
  const source = {
    words: filters,
    language,
    list: "segments" as const,
    fields: segmentFields,
    options,
  };
  const add = mayEdit ? (
    <ButtonLink to={to("/admin/MailList/Segments/New")} icon="plus">
      {words.add}
    </ButtonLink>
  ) : undefined;
  return (
    <MailListPage tab="segments" action={segments.length > 0 ? add : undefined}>
      {segments.length === 0 ? (
        <EmptyState title={words.empty} action={add}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <>
          <p className="max-w-[65ch] text-muted">{words.lead}</p>
          <ListTable
            heads={[
              { label: words.heads.name },
              { label: words.heads.filter },
              { label: words.heads.drafts, isNumber: true },
            ]}
          >
            {segments.map(({ id, name, tree, drafts }) => (
              <tr key={id} className={rowClasses}>
                <td className={cellClasses}>
                  <Link
                    to={to(`/admin/MailList/Segments/${id}`)}
                    className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
                  >
                    {name}
                  </Link>
                </td>
                <td className={`${cellClasses} wrap-anywhere`}>
                  {tree ? filterSentence(source, tree) : words.problems.filter_unreadable}
                </td>
                <td className={`${cellClasses} figures @4xl:text-right`}>
                  <span className="font-sans text-muted @4xl:hidden">{words.heads.drafts} </span>
                  {formatCount(drafts, language)}
                </td>
              </tr>
            ))}
          </ListTable>
        </>
      )}
    </MailListPage>
  );
}
