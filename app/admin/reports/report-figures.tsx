import { useReportWords } from "#app/admin/reports/messages/reports.ts";
import type { Figure } from "#shop/office/reports/report.ts";
import { useShownCell } from "./shown-cell.ts";

/** The sums of a report, each with the sum of the compared period. */
export function ReportFigures({ figures }: { figures: readonly Figure[] }) {
  const words = useReportWords();
  const shown = useShownCell();
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] border-t border-l border-rule">
      {figures.map(({ name, kind, value, before, change }) => (
        <div key={name} className="min-w-0 border-r border-b border-rule p-4">
          <dt className="text-muted">{words.columns[name]}</dt>
          <dd className="figures text-lg font-semibold wrap-anywhere">{shown(kind, value)}</dd>
          {before === null ? null : (
            <dd className="text-sm text-muted">
              {words.earlier(shown(kind, before))}
              {change === null ? null : ` (${shown("change", change)})`}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
