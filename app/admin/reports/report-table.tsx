import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { cellClasses, rowClasses } from "#app/admin/kit/list/simple-list.tsx";
import { useReportWords } from "#app/admin/reports/messages/reports.ts";
import type { ColumnKind, Report } from "#shop/office/reports/report.ts";
import { useShownCell } from "./shown-cell.ts";

const numbers: ReadonlySet<ColumnKind> = new Set(["count", "money", "percent", "change"]);

/** The rows of a report, without the columns that only the file has. On a phone each row is a card. */
export function ReportTable({ report }: { report: Report }) {
  const { columns: names } = useReportWords();
  const shown = useShownCell();
  const columns = report.columns.flatMap((column, place) =>
    column.isFileOnly ? [] : [{ ...column, place, isNumber: numbers.has(column.kind) }],
  );
  return (
    <ListTable heads={columns.map(({ name, isNumber }) => ({ label: names[name], isNumber }))}>
      {report.rows.map((row, index) => (
        // The index is a safe key, because the rows have no state.
        // biome-ignore lint/suspicious/noArrayIndexKey: reasoned above
        <tr key={index} className={`${rowClasses} @max-4xl:grid-cols-[minmax(0,1fr)]`}>
          {columns.map(({ name, kind, place, isNumber }, at) => {
            const text = shown(kind, row[place] ?? null);
            return at === 0 ? (
              <th
                key={name}
                scope="row"
                className={`${cellClasses} text-left font-semibold wrap-anywhere`}
              >
                {text}
              </th>
            ) : (
              <td
                key={name}
                className={`${cellClasses} @max-4xl:flex @max-4xl:flex-wrap @max-4xl:justify-between @max-4xl:gap-x-4 ${isNumber ? "figures text-right whitespace-nowrap" : ""}`}
              >
                <span className="font-normal text-muted @4xl:hidden">{names[name]}</span>
                {text}
              </td>
            );
          })}
        </tr>
      ))}
    </ListTable>
  );
}
