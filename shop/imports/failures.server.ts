import { Readable } from "node:stream";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { byteOrderMark, csvLine, type Delimiter } from "#shop/kernel/csv/cell.ts";
import { findTask } from "#shop/staff/tasks/read-tasks.server.ts";
import { type Cells, nullMark } from "./cells.ts";

import { kindNamed } from "./kinds.server.ts";
import type { Mapping } from "./mapping.ts";

/** Rows read at a time. */
const pageSize = 1_000;

/**
 * The rows of an import that failed, as the file had them, with two columns more: where and why. Mended, it is imported again.
 * @param reasons words for the codes
 * @returns undefined when the task is no import of the person
 */
export async function exportFailures(
  actor: Person,
  taskId: string,
  reasons: Readonly<Record<string, string>>,
): Promise<ReadableStream<Uint8Array> | undefined> {
  if (!isUuid(taskId)) return undefined;
  const task = await findTask(actor, taskId);
  if (!task || task.started_by !== actor.id) return undefined;
  const [file] = await asShop()<FailedFile[]>`
    select i.id, i.kind, i.delimiter, i.mapping from staff_tasks t join imports i on i.id::text = t.input ->> 'import_id' where t.id = ${taskId}`;
  if (!file) return undefined;
  return Readable.toWeb(Readable.from(lines(file, taskId, reasons))) as ReadableStream<Uint8Array>;
}

interface FailedFile {
  readonly id: string;
  readonly kind: string;
  readonly delimiter: Delimiter;
  readonly mapping: Mapping;
}

async function* lines(
  { id, kind, delimiter, mapping }: FailedFile,
  taskId: string,
  reasons: Readonly<Record<string, string>>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const { columns: own, extraColumns = [] } = kindNamed(kind);
  const columns = [...own, ...extraColumns.filter((column) => mapping[column])];
  yield encoder.encode(byteOrderMark + csvLine([...columns, "kolom", "alasan"], delimiter));
  for (let after = -1; ; ) {
    const rows = await asShop()<
      { row_no: number; code: string | null; field: string | null; cells: { cells: Cells } }[]
    >`
      select f.row_no, f.code, f.field, r.cells from staff_task_rows f
      join private.import_rows r on r.import_id = ${id} and r.row_no = f.row_no
      where f.task_id = ${taskId} and f.outcome = 'failed' and f.row_no > ${after} order by f.row_no limit ${pageSize}`;
    const last = rows.at(-1);
    if (!last) return;
    after = last.row_no;
    const text = rows.map(({ code, field, cells: { cells } }) =>
      csvLine(
        [
          ...columns.map((column) => asTyped(cells[column] ?? "")),
          field ?? "",
          reasons[code ?? ""] ?? code ?? "",
        ],
        delimiter,
      ),
    );
    yield encoder.encode(text.join(""));
  }
}

/** The cell as it stood in the file: `csvLine` escapes formulas again. */
function asTyped(cell: string): string {
  const text = cell.replaceAll(nullMark, "");
  return /^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}
