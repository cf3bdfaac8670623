import { useSendingHealthWords } from "#app/admin/mail-list/sending/messages/sending-health.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { formatCount } from "#base/format-count.ts";
import type { SendingHealth } from "#shop/mailing/campaigns/results/read-sending-health.server.ts";
import { MailReports } from "../mail-reports.tsx";

const sources = ["ses", "mailgun", "postmark", "brevo", "generic", "raw"] as const;

/** What providers sent back: by domain, and the newest one by one. */
export function Reports({ health }: { health: SendingHealth }) {
  const { domains, events, takesReports, reportsAddress, mailbox } = health;
  const words = useSendingHealthWords();
  const language = useLanguage();
  const zone = useShopZone();
  const counted = domains.reduce(
    (sum, { hard, soft, policy, complaints }) => sum + hard + soft + policy + complaints,
    0,
  );
  return (
    <section aria-labelledby="back" className="grid gap-3">
      <h2 id="back" className="text-lg">
        {words.back}
      </h2>
      {mailbox ? (
        <p className={mailbox.problem ? "text-stamp" : "text-muted"}>
          {mailbox.problem ? `${words.mailboxProblem} ${mailbox.problem}. ` : ""}
          {mailbox.readAt
            ? words.mailboxRead(formatMoment(mailbox.readAt, language, zone))
            : words.mailboxNever}
        </p>
      ) : null}
      {takesReports || mailbox ? null : (
        <div className="grid max-w-3xl gap-1">
          <p>{words.noSecret}</p>
          <code className="text-sm">{`${reportsAddress}/{${sources.join("|")}}?key=…`}</code>
        </div>
      )}
      <p className="text-muted">
        {words.gmail}{" "}
        <a className="underline" href="https://postmaster.google.com/" rel="noreferrer">
          {words.postmaster}
        </a>
      </p>
      {events.length === 0 ? (
        <div className="max-w-3xl">
          <EmptyState title={words.noReports}>{words.noReportsText}</EmptyState>
        </div>
      ) : (
        <>
          {counted > 0 ? <Domains domains={domains} counted={counted} /> : null}
          <Newest events={events} />
        </>
      )}
    </section>
  );
}

function Domains({ domains, counted }: { domains: SendingHealth["domains"]; counted: number }) {
  const { backLead, backHeads: heads, unnamedDomain } = useSendingHealthWords();
  const language = useLanguage();
  const columns = ["hard", "soft", "policy", "complaints"] as const;
  return (
    <div className="grid max-w-3xl gap-2 overflow-x-auto">
      <p className="text-muted">{backLead(formatCount(counted, language))}</p>
      <table className="w-full border-collapse">
        <thead className="border-b border-ink">
          <tr>
            <th className="printed py-2 pr-3 text-left">{heads.domain}</th>
            {columns.map((column) => (
              <th key={column} className="printed px-1.5 py-2 text-right last:pr-0">
                {heads[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {domains.map((row) => (
            <tr key={row.domain} className="border-b border-rule">
              <td className="min-w-24 py-2 pr-3 wrap-anywhere">{row.domain || unnamedDomain}</td>
              {columns.map((column) => (
                <td key={column} className="figures px-1.5 py-2 text-right last:pr-0">
                  {formatCount(row[column], language)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Newest({ events }: Pick<SendingHealth, "events">) {
  const words = useSendingHealthWords();
  return (
    <div className="grid max-w-3xl gap-2">
      <h3>{words.events}</h3>
      <MailReports reports={events} />
    </div>
  );
}
