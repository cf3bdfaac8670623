import type { ReactNode } from "react";
import { useImportWords } from "#app/admin/messages/imports.ts";
import { useTaskWords } from "#app/admin/tasks/messages/tasks.ts";
import type { TaskRow } from "#shop/staff/tasks/task.ts";

/** Rows that failed: where, with which value, and why. @param more the way to the next rows */
export function FailedRows({ rows, more }: { rows: readonly TaskRow[]; more: ReactNode }) {
  const { rows: words, codes } = useTaskWords();
  const { columns } = useImportWords();
  if (rows.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-semibold">{words.failed}</h2>
      <div className="overflow-x-auto">
        <table className="w-full border-t border-ink text-left">
          <thead>
            <tr>
              {[words.line, words.place, words.reason].map((head) => (
                <th
                  key={head}
                  scope="col"
                  className="border-b border-rule py-2 pr-4 whitespace-nowrap"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row_no}>
                <td className="figures border-b border-rule py-2 pr-4 whitespace-nowrap">
                  {row.row_no}
                </td>
                <td className="border-b border-rule py-2 pr-4">
                  {row.field ? (
                    <span className="text-muted">{columns[row.field] ?? row.field}</span>
                  ) : null}
                  {row.field && row.value_given ? ": " : ""}
                  {row.value_given}
                </td>
                <td className="border-b border-rule py-2 pr-4">
                  {row.code ? (codes[row.code] ?? row.code) : ""}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </section>
  );
}
