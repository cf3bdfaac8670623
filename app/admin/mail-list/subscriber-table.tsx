import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { cellClasses, rowClasses } from "#app/admin/kit/list/simple-list.tsx";
import { useMailListWords } from "#app/admin/mail-list/messages/mail-list.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { Link } from "#app/ui/link.tsx";
import { Pill } from "#app/ui/pill.tsx";
import type {
  SubscriberRow,
  TopicName,
} from "#shop/consent/subscribers/list-subscribers.server.ts";
import { SubscriptionPill } from "./subscription-pill.tsx";

interface SubscriberTableProps {
  subscribers: readonly SubscriberRow[];
  topics: readonly TopicName[];
}

export function SubscriberTable({ subscribers, topics }: SubscriberTableProps) {
  const { list: words, levels, sources } = useMailListWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const nameOf = (slug: string) => topics.find((topic) => topic.slug === slug)?.name[language];
  const distinct = (values: readonly string[]) => [...new Set(values)].join(", ");
  return (
    <ListTable
      heads={[
        { label: words.email },
        { label: words.subscriptions },
        { label: words.level },
        { label: words.source },
        { label: words.since },
      ]}
    >
      {subscribers.map(({ id, email, created_at, is_suppressed, subscriptions }) => (
        <tr key={id} className={rowClasses}>
          <td className={`${cellClasses} wrap-anywhere @4xl:min-w-56`}>
            <Link
              to={to(`/admin/MailList/Subscribers/${id}`)}
              className="font-semibold text-carbon after:absolute after:inset-0"
            >
              {email}
            </Link>
          </td>
          <td className={cellClasses}>
            <span className="flex flex-wrap gap-1.5">
              {is_suppressed ? (
                <Pill copy="stamp" icon="ban">
                  {words.suppressed}
                </Pill>
              ) : null}
              {shown(subscriptions, is_suppressed).map(({ topic, state }) => (
                <SubscriptionPill key={topic} state={state} topic={nameOf(topic) ?? topic} />
              ))}
              {subscriptions.length === 0 && !is_suppressed ? (
                <span className="text-muted">{words.none}</span>
              ) : null}
            </span>
          </td>
          <td className={`${cellClasses} text-muted`}>
            {distinct(subscriptions.map(({ level }) => levels[level]))}
          </td>
          <td className={`${cellClasses} text-muted`}>
            {distinct(subscriptions.map(({ source }) => sources[source]))}
          </td>
          <td className={`${cellClasses} text-muted @4xl:whitespace-nowrap`}>
            {formatMoment(created_at, language, zone)}
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

/** Of a suppressed address, that a topic is stopped says nothing more. */
function shown(subscriptions: SubscriberRow["subscriptions"], isSuppressed: boolean) {
  return subscriptions.filter(({ state }) => !isSuppressed || state !== "unsubscribed");
}
