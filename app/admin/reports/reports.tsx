import { data, redirect } from "react-router";
import { Section } from "#app/admin/kit/section.tsx";
import { reportWords, useReportWords } from "#app/admin/reports/messages/reports.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { dateNow } from "#base/clock.ts";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { may } from "#shop/kernel/access.ts";
import { shopClock } from "#shop/kernel/time-zones.ts";
import { ledgersOf, startLedgerExport } from "#shop/office/reports/export-ledger.server.ts";
import { readFiguresState } from "#shop/office/reports/figures-state.server.ts";
import { ledgerNames } from "#shop/office/reports/ledger-exports.ts";
import { readReport } from "#shop/office/reports/read-report.server.ts";
import { reportNames } from "#shop/office/reports/report.ts";
import { readReportPeriod } from "#shop/orders/figures/report-period.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/reports";
import { ExportForm } from "./export-form.tsx";
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
  return {
    figures: report?.figures ?? [],
    state,
    names,
    ledgers: ledgersOf(staff),
    range: readReportPeriod(new URLSearchParams({ period: "last-month" }), today).ranges.now,
    exportId: crypto.randomUUID(),
  };
}

/** Starts an export and redirects to its task. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "reports.read");
  const form = await readForm(request);
  const id = String(form.get("id"));
  const name = ledgerNames.find((one) => one === form.get("ledger"));
  if (form.get("intent") !== "export" || !isUuid(id) || !name)
    return data({ problem: "invalid_input" as const }, { status: 400 });
  const days = { from: String(form.get("from")), until: String(form.get("until")) };
  const { timeZone } = await findMerchant();
  const today = shopClock(dateNow(), timeZone).toISOString().slice(0, 10);
  const { problem, ranges } = readReportPeriod(
    new URLSearchParams({ period: "own", compare: "none", ...days }),
    today,
  );
  if (problem) return data({ problem }, { status: 422 });
  const started = await startLedgerExport(staff, name, id, ranges.now);
  if (!started.ok) return data({ problem: started.problem }, { status: 403 });
  throw redirect(localPath(languageOf(url.pathname), `/admin/Tasks/${id}`));
}

const ofWork: ReadonlySet<string> = new Set(["Returns", "Production", "Stock"]);

/** The main figures of this month and the list of all reports. */
export default function AdminReports({ loaderData, actionData }: Route.ComponentProps) {
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
      {loaderData.ledgers.length > 0 ? (
        <ExportForm {...loaderData} problem={actionData?.problem} />
      ) : null}
    </div>
  );
}
