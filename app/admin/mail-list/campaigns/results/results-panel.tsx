import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import { useLanguage } from "#app/language.ts";
import { Notice } from "#app/ui/notice.tsx";
import { formatCount } from "#base/format-count.ts";
import { formatDecimal } from "#base/format-decimal.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { Tallies } from "#shop/mailing/campaigns/campaign.ts";
import { hasManyComplaints } from "#shop/mailing/campaigns/complaints.ts";
import type { CampaignResults } from "#shop/mailing/campaigns/results/read-results.server.ts";
import type { Uplift } from "#shop/mailing/campaigns/results/read-uplift.server.ts";
import { UpliftTable } from "./uplift-table.tsx";

interface ResultsPanelProps {
  results: CampaignResults;
  tallies: Tallies;
  /** Whether its mails name a code. */
  hasCodes: boolean;
  /** Absent without a comparison group. */
  uplift: Uplift | undefined;
}

interface Figure {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  /** Its share of the mails that went out. */
  readonly of?: string | undefined;
}

/** What a campaign brought, each figure with what it means. Nobody is watched: there are no opens. */
export function ResultsPanel({ results, tallies, hasCodes, uplift }: ResultsPanelProps) {
  const { results: words } = useCampaignWords();
  const language = useLanguage();
  const { accepted, kept, bounced, complained } = tallies;
  const sent = accepted + kept + bounced + complained;
  const share = (count: number) =>
    sent > 0 ? words.ofSent(formatDecimal((count / sent) * 100, language)) : undefined;
  const figures: readonly Figure[] = [
    {
      ...words.figures.orders,
      value: formatCount(results.orders, language),
      of: share(results.orders),
    },
    { ...words.figures.revenue, value: formatRupiah(results.revenue) },
    ...(hasCodes
      ? [{ ...words.figures.codes, value: formatCount(results.codes_used, language) }]
      : []),
    {
      ...words.figures.people,
      value: formatCount(results.people, language),
      of: share(results.people),
    },
    {
      ...words.figures.stopped,
      value: formatCount(results.stopped, language),
      of: share(results.stopped),
    },
    { ...words.figures.bounced, value: formatCount(bounced, language), of: share(bounced) },
    {
      ...words.figures.complained,
      value: formatCount(complained, language),
      of: share(complained),
    },
    {
      ...words.figures.delivered,
      value: results.delivered > 0 ? formatCount(results.delivered, language) : words.unknown,
    },
  ];
  return (
    <section
      aria-labelledby="campaign-results"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 border border-rule bg-card p-4"
    >
      <header className="grid max-w-[65ch] gap-1">
        <h2 id="campaign-results" className="text-lg">
          {words.title}
        </h2>
        <p className="text-muted">{words.lead}</p>
      </header>
      {hasManyComplaints(tallies) ? <Notice tone="warning">{words.manyComplaints}</Notice> : null}
      <dl className="grid border-t border-l border-rule @xl:grid-cols-2 @4xl:grid-cols-4">
        {figures.map(({ label, hint, value, of }) => (
          <div
            key={label}
            className={`grid content-start gap-1 border-r border-b border-rule p-4 ${figures.length % 2 === 1 ? "@xl:last:col-span-2" : ""}`}
          >
            <dt className="printed text-muted">{label}</dt>
            <dd className="figures text-xl">
              {value} {of ? <span className="font-sans text-sm text-muted">{of}</span> : null}
            </dd>
            <dd className="text-sm text-muted">{hint}</dd>
          </div>
        ))}
      </dl>
      {uplift ? <UpliftTable uplift={uplift} /> : null}
      <Links links={results.links} />
    </section>
  );
}

function Links({ links }: Pick<CampaignResults, "links">) {
  const words = useCampaignWords();
  const language = useLanguage();
  const { results } = words;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">{results.links}</h3>
      {links.length === 0 ? (
        <p className="text-muted">{results.noLinks}</p>
      ) : (
        <table className="w-full">
          <thead className="border-b border-ink">
            <tr>
              <th className="printed py-1.5 text-left font-semibold">{results.heads.page}</th>
              {[results.heads.clicks, results.heads.orders].map((head) => (
                <th key={head} className="printed py-1.5 pl-3 text-right font-semibold">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {links.map(({ language: linked, path, clicks, orders }) => (
              <tr key={`${linked} ${path}`} className="border-b border-rule">
                <td className="py-1.5 wrap-anywhere">
                  <a href={path} className="link figures">
                    {path}
                  </a>{" "}
                  <span className="text-sm text-muted">{words.languages[linked]}</span>
                </td>
                <td className="figures py-1.5 pl-3 text-right">{formatCount(clicks, language)}</td>
                <td className="figures py-1.5 pl-3 text-right">{formatCount(orders, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {links.length > 0 ? <p className="text-sm text-muted">{results.linksHint}</p> : null}
    </div>
  );
}
