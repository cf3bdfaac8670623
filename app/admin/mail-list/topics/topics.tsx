import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { cellClasses, rowClasses } from "#app/admin/kit/list/simple-list.tsx";
import {
  mailTopicWords,
  useMailTopicWords,
} from "#app/admin/mail-list/topics/messages/mail-topics.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { inLanguage } from "#base/language.ts";
import { listManagedTopics } from "#shop/consent/own-topics.server.ts";
import { maxOwnTopics } from "#shop/consent/topic.ts";
import { may } from "#shop/kernel/access.ts";
import { staffWith } from "../../staff.server.ts";
import { MailListPage } from "../mail-list-page.tsx";
import type { Route } from "./+types/topics";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: mailTopicWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  return { topics: await listManagedTopics(staff), mayEdit: may(staff, "mail.send") };
}

/** What people may subscribe to: the program's topics and up to five of the merchant's own. */
export default function Topics({ loaderData }: Route.ComponentProps) {
  const { topics, mayEdit } = loaderData;
  const words = useMailTopicWords();
  const language = useLanguage();
  const to = useLocalPath();
  const open = topics.filter(({ isOwn, archivedAt }) => isOwn && archivedAt === null).length;
  const add =
    mayEdit && open < maxOwnTopics ? (
      <ButtonLink to={to("/admin/MailList/Topics/New")} icon="plus">
        {words.add}
      </ButtonLink>
    ) : undefined;
  return (
    <MailListPage tab="topics" action={add}>
      <p className="max-w-[65ch] text-muted">{words.lead(maxOwnTopics)}</p>
      <ListTable
        heads={[
          { label: words.heads.name },
          { label: words.heads.kind },
          { label: words.heads.of },
        ]}
      >
        {topics.map(({ slug, name, hint, marketing, isOwn, archivedAt }) => (
          <tr key={slug} className={rowClasses}>
            <td className={cellClasses}>
              {isOwn && mayEdit ? (
                <Link
                  to={to(`/admin/MailList/Topics/${slug}`)}
                  className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
                >
                  {inLanguage(name, language)}
                </Link>
              ) : (
                <span className="font-semibold wrap-anywhere">{inLanguage(name, language)}</span>
              )}
              <p className="text-sm text-muted">{inLanguage(hint, language)}</p>
            </td>
            <td className={cellClasses}>{marketing ? words.marketing : words.service}</td>
            <td className={cellClasses}>
              {archivedAt !== null ? (
                <Pill copy="white" icon="x">
                  {words.archived}
                </Pill>
              ) : isOwn ? (
                words.own
              ) : (
                <span className="text-muted">{words.program}</span>
              )}
            </td>
          </tr>
        ))}
      </ListTable>
      {mayEdit && open >= maxOwnTopics ? (
        <p className="text-muted">{words.full(maxOwnTopics)}</p>
      ) : null}
    </MailListPage>
  );
}
