import { useFetcher } from "react-router";
import {
  sendingHealthWords,
  useSendingHealthWords,
} from "#app/admin/mail-list/sending/messages/sending-health.ts";
import { languageOf, useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import {
  readSendingHealth,
  type SendingHealth,
} from "#shop/mailing/campaigns/results/read-sending-health.server.ts";
import { staffWith } from "../../staff.server.ts";
import { MailListPage } from "../mail-list-page.tsx";
import type { Route } from "./+types/sending";
import { DomainRecords } from "./domain-records.tsx";
import { Reports } from "./reports.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: sendingHealthWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

const notFound = () => new Response(null, { status: 404 });

export async function loader({ context }: Route.LoaderArgs) {
  const health = await readSendingHealth(staffWith(context, "mail.read"));
  if (!health) throw notFound();
  return { health };
}

/** Asks the domain name system again. */
export async function action({ context }: Route.ActionArgs) {
  await readSendingHealth(staffWith(context, "mail.read"), { isFresh: true });
  return { isChecked: true };
}

/** What decides whether mails arrive. */
export default function Sending({ loaderData: { health } }: Route.ComponentProps) {
  const words = useSendingHealthWords();
  return (
    <MailListPage tab="sending">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 wrap-anywhere">
        <p className="max-w-[65ch] text-muted">{words.lead}</p>
        <Sender health={health} />
        <Records health={health} />
        <Pace limits={health.limits} />
        <Reports health={health} />
      </div>
    </MailListPage>
  );
}

function Sender({ health: { from, relayHost, signing } }: { health: SendingHealth }) {
  const words = useSendingHealthWords();
  const facts = [
    [words.sender, from],
    [words.relay, relayHost ?? words.noRelay],
    [words.signing, words.signings[signing]],
  ] as const;
  return (
    <dl className="grid max-w-3xl gap-x-6 border-y border-rule sm:grid-cols-[12rem_minmax(0,1fr)]">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="pt-2 text-muted sm:pb-2">{label}</dt>
          <dd className="pb-2 sm:pt-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Records({
  health: { findings, checkedAt, sharesDomain, domain },
}: {
  health: SendingHealth;
}) {
  const words = useSendingHealthWords();
  const language = useLanguage();
  const zone = useShopZone();
  const fetcher = useFetcher<typeof action>();
  const isChecking = fetcher.state !== "idle";
  return (
    <section aria-labelledby="dns" className="grid gap-3">
      <div className="flex max-w-3xl flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="dns" className="text-lg">
          {words.dns}
        </h2>
        {findings && checkedAt ? (
          <fetcher.Form method="post" className="flex flex-wrap items-center gap-3">
            <span role="status" className="text-sm text-muted">
              {isChecking
                ? words.checking
                : words.checkedAt(formatMoment(checkedAt, language, zone))}
            </span>
            <Button type="submit" look="quiet" icon="rotate-ccw" busy={isChecking}>
              {words.checkAgain}
            </Button>
          </fetcher.Form>
        ) : null}
      </div>
      {findings ? (
        <>
          {sharesDomain ? (
            <p className="max-w-[65ch] text-muted">{words.sharesDomain(domain)}</p>
          ) : null}
          <DomainRecords findings={findings} />
        </>
      ) : (
        <Notice tone="info">{words.noDomain}</Notice>
      )}
    </section>
  );
}

function Pace({ limits }: { limits: SendingHealth["limits"] }) {
  const words = useSendingHealthWords();
  const language = useLanguage();
  const zone = useShopZone();
  const rate = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (
    <section aria-labelledby="pace" className="grid max-w-3xl gap-3">
      <h2 id="pace" className="text-lg">
        {words.pace}
      </h2>
      <p className="text-muted">{words.paceLead}</p>
      <table className="w-full border-collapse">
        <thead className="border-b border-ink">
          <tr>
            <th className="printed py-2 pr-3 text-left whitespace-nowrap">
              {words.paceHeads.group}
            </th>
            <th className="printed px-3 py-2 text-right whitespace-nowrap">
              {words.paceHeads.allowed}
            </th>
            <th className="printed py-2 pl-3 text-right whitespace-nowrap">
              {words.paceHeads.now}
            </th>
          </tr>
        </thead>
        <tbody>
          {limits.map(({ name, per_second, now_per_second, slowed_at }) => (
            <tr key={name} className="border-b border-rule">
              <td className="py-2 pr-3 whitespace-nowrap">{words.groups[name] ?? name}</td>
              <td className="figures px-3 py-2 text-right">{rate.format(per_second)}</td>
              <td className="py-2 pl-3 text-right">
                <span className="figures">{rate.format(now_per_second)}</span>
                {slowed_at && now_per_second < per_second ? (
                  <span className="block text-sm text-stamp">
                    {words.slowedAt(formatMoment(slowed_at, language, zone))}
                  </span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
