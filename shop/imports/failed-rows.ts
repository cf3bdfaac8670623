import type { TaskRow } from "#shop/staff/tasks/task.ts";
import { nullMark } from "./cells.ts";
import type { Plan, RowProblem } from "./kind.ts";

/** A thing is written whole or not at all, so all of its rows fail. */
export function failedRows(
  { subjectId, rows }: Pick<Plan, "subjectId" | "rows">,
  problems: readonly RowProblem[],
): TaskRow[] {
  // Each row reports its first problem only.
  const byRow = new Map(problems.toReversed().map((problem) => [problem.row_no, problem]));
  return rows.map(({ row_no }) => {
    const problem = byRow.get(row_no);
    return {
      row_no,
      subject_id: subjectId,
      outcome: "failed",
      code: problem?.code ?? "other_row",
      field: problem?.column ?? null,
      value_given: problem?.value?.replaceAll(nullMark, "\u2400") ?? null,
    };
  });
}
