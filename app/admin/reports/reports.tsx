import { Section } from "#app/admin/kit/section.tsx";
import { reportWords, useReportWords } from "#app/admin/reports/messages/reports.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Link } from "#app/ui/link.tsx";
import { dateNow } from "#base/clock.ts";
import { may } from "#shop/kernel/access.ts";
import { shopClock } from "#shop/kernel/time-zones.ts";
import { readFiguresState } from "#shop/office/reports/figures-state.server.ts";
import { readReport } from "#shop/office/reports/read-report.server.ts";
import { reportNames } from "#shop/office/reports/report.ts";
import { readReportPeriod } from "#shop/orders/figures/report-period.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/reports";
import { FiguresNotice } from "./figures-notice.tsx";
import { ReportFigures } from "./report-figures.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: reportWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "reports.read");
  const { timeZone } = await findMerchant();
  const today = shopClock(dateNow(), timeZone).toISOString().slice(0, 10);
  const period = readReportPeriod(new URLSearchParams({ period: "month" }), today);
  const input = { name: "Months", period, order: "net", limit: 1 } as const;
  const [report, state] = await Promise.all([
    readReport(staff, input, languageOf(url.pathname)),
    readFiguresState(),
  ]);
  const names = reportNames.filter((name) => name !== "Stock" || may(staff, "costs.read"));
  return { figures: report?.figures ?? [], state, names };
}

const ofWork: ReadonlySet<string> = new Set(["Returns", "Production", "Stock"]);

/** All reports, below the main figures of this month. */
export default function AdminReports({ loaderData }: Route.ComponentProps) {
  const { figures, state, names } = loaderData;
  const words = useReportWords();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid max-w-[65ch] gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      <FiguresNotice state={state} />
      <h2 className="text-lg">{words.periods.month}</h2>
      <ReportFigures figures={figures} />
      {(["sales", "work"] as const).map((group) => (
        <Section key={group} title={words.groups[group]}>
          <ul className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
            {names
              .filter((name) => ofWork.has(name) === (group === "work"))
              .map((name) => (
                <li key={name}>
                  <Link
                    to={to(`/admin/Reports/${name}`)}
                    className="link flex min-h-11 items-center"
                  >
                    {words.names[name]}
                  </Link>
                </li>
              ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}
