import { parse } from "csv-parse/sync";
import type { Person } from "#shop/kernel/access.ts";
import { listTaskRows } from "#shop/staff/tasks/read-tasks.server.ts";
import { undoTask } from "#shop/staff/tasks/start-task.server.ts";
import { finishTask } from "./imports.ts";

/** A row of a file by the names of its columns. */
export type Row = Record<string, string>;

export const rowsOf = (text: string): Row[] =>
  parse(text, { bom: true, delimiter: ";", columns: true, relax_quotes: true });

/** A file as a spreadsheet saves it. */
export const fileOf = (rows: readonly Row[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";"))
    .join("\r\n");

/** The rows that a task refused. */
export const failures = async (task: string | null | undefined) =>
  (await listTaskRows(task ?? "", "failed", null)).rows.map(({ row_no, code, field }) => ({
    row_no,
    code,
    field,
  }));

/** Undoes a run. @returns the id of the undoing task */
export async function undoRun(person: Person, task: string): Promise<string> {
  const id = crypto.randomUUID();
  const started = await undoTask(person, task, id);
  if (!started.ok) throw new Error(started.problem);
  await finishTask(id);
  return id;
}
