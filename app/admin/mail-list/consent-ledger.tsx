import { useMailListWords } from "#app/admin/mail-list/messages/mail-list.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import type { ConsentEvent } from "#shop/consent/subscribers/find-subscriber.server.ts";
import type { TopicName } from "#shop/consent/subscribers/list-subscribers.server.ts";

interface ConsentLedgerProps {
  /** The newest first. */
  events: readonly ConsentEvent[];
  topics: readonly TopicName[];
}

/** The proof: each act with its moment, its place and the very words. */
export function ConsentLedger({ events, topics }: ConsentLedgerProps) {
  const { person: words } = useMailListWords();
  return (
    <section className="grid gap-3">
      <div>
        <h2 className="text-lg">{words.ledger}</h2>
        <p className="text-sm text-muted">{words.ledgerLead}</p>
      </div>
      <ol className="grid gap-4 border-l border-rule pl-5">
        {events.map((event) => (
          <Entry key={event.id} event={event} topics={topics} />
        ))}
      </ol>
    </section>
  );
}

const inSentence = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

function Entry({ event, topics }: { event: ConsentEvent; topics: readonly TopicName[] }) {
  const { person: words, sources } = useMailListWords();
  const language = useLanguage();
  const zone = useShopZone();
  const name =
    event.topic === null
      ? words.everything
      : inSentence(topics.find(({ slug }) => slug === event.topic)?.name[language] ?? event.topic);
  const moment = (iso: string) => formatMoment(iso, language, zone);
  const details = [
    sources[event.source],
    event.action === "paused" ? (event.until ? words.until(moment(event.until)) : words.ended) : "",
    event.action === "limited"
      ? event.max_a_month
        ? words.monthly(event.max_a_month)
        : words.noLimit
      : "",
    event.action === "confirmed" && event.pressed !== null
      ? event.pressed
        ? words.pressed
        : words.bySight
      : "",
    event.consented_at ? words.agreed(moment(event.consented_at)) : "",
    event.actor ? words.by(event.actor) : "",
    event.ip ? words.from(event.ip) : "",
  ].filter(Boolean);
  return (
    <li className="relative before:absolute before:top-2 before:-left-[1.45rem] before:size-2 before:bg-carbon">
      <p className="font-semibold">{words.actions[event.action](name)}</p>
      <p className="text-sm text-muted">
        <time dateTime={event.at}>{moment(event.at)}</time> · {details.join(" · ")}
      </p>
      {event.wording ? (
        <blockquote className="mt-1 text-sm" aria-label={words.wording}>
          “{event.wording}”
        </blockquote>
      ) : null}
      {event.consent_source ? (
        <p className="mt-1 text-sm wrap-anywhere">{event.consent_source}</p>
      ) : null}
      {event.user_agent ? (
        <p className="mt-1 truncate text-xs text-muted">{event.user_agent}</p>
      ) : null}
    </li>
  );
}
