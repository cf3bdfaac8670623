import { data } from "react-router";
import { mailListWords, useMailListWords } from "#app/admin/mail-list/messages/mail-list.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import {
  findSubscriber,
  type Subscriber,
} from "#shop/consent/subscribers/find-subscriber.server.ts";
import { listTopics, type TopicName } from "#shop/consent/subscribers/list-subscribers.server.ts";
import { may } from "#shop/kernel/access.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/subscriber";
import { ConsentLedger } from "./consent-ledger.tsx";
import { MailReports } from "./mail-reports.tsx";
import { answerSubscriberForm } from "./subscriber-action.server.ts";
import { SubscriberActs } from "./subscriber-acts.tsx";
import { SubscriptionPill } from "./subscription-pill.tsx";
import { SuppressionList } from "./suppression-list.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = mailListWords(languageOf(source.location.pathname));
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "mail.read");
  const [subscriber, topics] = await Promise.all([findSubscriber(staff, params.id), listTopics()]);
  if (!subscriber) throw data(null, { status: 404 });
  return { subscriber, topics, mayAct: may(staff, "mail.send") };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "mail.send");
  return answerSubscriberForm(staff, params.id, await readForm(request), languageOf(url.pathname));
}

/** One address: what it gets, why, and the proof of it. */
export default function SubscriberPage({ loaderData }: Route.ComponentProps) {
  const { subscriber, topics, mayAct } = loaderData;
  const { person: words } = useMailListWords();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      <Link to={to("/admin/MailList/Subscribers")} className="link no-print justify-self-start">
        {words.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl">
        {subscriber.email}
      </h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Subscriptions subscriber={subscriber} topics={topics} />
          <Reports reports={subscriber.reports} />
          <ConsentLedger events={subscriber.events} topics={topics} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Facts subscriber={subscriber} />
          {mayAct ? <SubscriberActs subscriber={subscriber} /> : null}
        </div>
      </div>
    </div>
  );
}

function Subscriptions({
  subscriber: { subscriptions, suppressions },
  topics,
}: {
  subscriber: Subscriber;
  topics: readonly TopicName[];
}) {
  const { person: words, levels, sources } = useMailListWords();
  const language = useLanguage();
  const zone = useShopZone();
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{words.subscriptions}</h2>
      {suppressions.length > 0 ? (
        <div className="grid gap-2 border-l-4 border-stamp bg-paper p-4">
          <h3 className="font-semibold">{words.suppressions}</h3>
          <SuppressionList suppressions={suppressions} />
        </div>
      ) : null}
      {subscriptions.length === 0 ? <p className="text-muted">{words.noSubscriptions}</p> : null}
      <ul className="divide-y divide-rule border-y border-rule">
        {subscriptions.map(({ topic, state, level, source, paused_until, max_a_month }) => (
          <li key={topic} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <span className="min-w-40 font-semibold">
              {topics.find(({ slug }) => slug === topic)?.name[language] ?? topic}
            </span>
            <SubscriptionPill state={state} />
            <span className="text-sm text-muted">
              {[
                state === "unsubscribed" ? "" : levels[level],
                sources[source],
                paused_until ? words.pausedUntil(formatMoment(paused_until, language, zone)) : "",
                max_a_month ? words.monthly(max_a_month) : "",
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reports({ reports }: Pick<Subscriber, "reports">) {
  const { person: words } = useMailListWords();
  return reports.length > 0 ? (
    <section className="grid gap-2">
      <h2 className="text-lg">{words.reports}</h2>
      <MailReports reports={reports} />
    </section>
  ) : null;
}

function Facts({ subscriber }: { subscriber: Subscriber }) {
  const { person: words } = useMailListWords();
  const language = useLanguage();
  const zone = useShopZone();
  const facts = [
    ...(subscriber.name ? [[words.name, subscriber.name]] : []),
    ...(subscriber.tags.length > 0 ? [[words.tags, subscriber.tags.join(", ")]] : []),
    [words.language, words.languages[subscriber.language]],
    [words.account, subscriber.has_account ? words.hasAccount : words.noAccount],
    [words.since, formatMoment(subscriber.created_at, language, zone)],
  ];
  return (
    <aside className="border border-rule p-4">
      <h2 className="text-lg">{words.facts}</h2>
      <dl className="mt-2 grid gap-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
