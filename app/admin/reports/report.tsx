import { data, useLocation } from "react-router";
import { SalesLine } from "#app/admin/home/sales-line.tsx";
import { reportWords, useReportWords } from "#app/admin/reports/messages/reports.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { formatDay } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Link } from "#app/ui/link.tsx";
import { readFiguresState } from "#shop/office/reports/figures-state.server.ts";
import { readReport } from "#shop/office/reports/read-report.server.ts";
import { isOfNow } from "#shop/office/reports/report.ts";
import type { DayRange } from "#shop/orders/figures/report-period.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/report";
import { FiguresNotice } from "./figures-notice.tsx";
import { PeriodForm } from "./period-form.tsx";
import { ReportFigures } from "./report-figures.tsx";
import { readReportInput } from "./report-input.server.ts";
import { ReportTable } from "./report-table.tsx";

export const meta: Route.MetaFunction = (source) => {
  const { title, names } = reportWords(languageOf(source.location.pathname));
  return pageMeta(source, {
    title: (source.loaderData && names[source.loaderData.name]) ?? title,
    hidden: true,
  });
};

/** Maximum rows on the page. */
const shownRows = 100;

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "reports.read");
  const input = await readReportInput(params.name, url.searchParams, shownRows);
  // The stock value contains costs.
  if (input.name === "Stock") staffWith(context, "costs.read");
  const [report, state] = await Promise.all([
    readReport(staff, input, languageOf(url.pathname)),
    readFiguresState(),
  ]);
  if (!report) throw data(null, { status: 404 });
  return { name: input.name, period: input.period, report, state };
}

/** One report of a period: its sums, its first rows, and a link to the file with all rows. */
export default function AdminReport({ loaderData }: Route.ComponentProps) {
  const { name, period, report, state } = loaderData;
  const words = useReportWords();
  const language = useLanguage();
  const to = useLocalPath();
  const { search } = useLocation();
  const span = ({ from, until }: DayRange) =>
    from === until
      ? formatDay(from, language)
      : `${formatDay(from, language)} – ${formatDay(until, language)}`;
  const { now, before } = period.ranges;
  const note = words.notes[name];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid gap-1">
          <p>
            <Link to={to("/admin/Reports")} className="link">
              {words.title}
            </Link>
          </p>
          <h1 tabIndex={-1} className="text-2xl">
            {words.names[name]}
          </h1>
        </div>
        {report.rows.length > 0 ? (
          <a
            href={`${to(`/admin/Reports/${name}/File`)}${search}`}
            className="press border-control bg-card text-ink hover:border-ink"
            download
          >
            <Icon name="arrow-down" />
            {words.file}
          </a>
        ) : null}
      </header>
      {isOfNow(name) ? null : (
        <>
          <PeriodForm period={period} />
          <p className="text-muted">
            {before ? words.rangeAgainst(span(now), span(before)) : words.range(span(now))}
            {period.isWithoutToday ? `. ${words.withoutToday}` : ""}
          </p>
        </>
      )}
      <FiguresNotice state={state} />
      {note ? <p className="max-w-[80ch] text-muted">{note}</p> : null}
      <ReportFigures figures={report.figures} />
      {name === "Days" && report.rows.length > 1 ? (
        <SalesLine days={linePoints(report.columns, report.rows)} />
      ) : null}
      {report.rows.length === 0 ? (
        <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
      ) : (
        <ReportTable report={report} />
      )}
      {report.isCut ? <p className="text-muted">{words.cut}</p> : null}
      {note || isOfNow(name) ? null : <p className="max-w-[80ch] text-muted">{words.hint}</p>}
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"]["report"];

/** The rows by day, oldest first. */
function linePoints(columns: Loaded["columns"], rows: Loaded["rows"]) {
  const place = (wanted: string) => columns.findIndex(({ name }) => name === wanted);
  const [day, orders, net] = [place("day"), place("orders"), place("net")];
  return [...rows].reverse().map((row) => ({
    day: String(row[day]),
    orders: Number(row[orders]),
    amount: Number(row[net]),
  }));
}
