import { cutText } from "#base/cut-text.ts";
import type { Sql } from "#db/client.server.ts";
import { unescapeFormula } from "#shop/kernel/csv/cell.ts";
import { readCsv, UnreadableCsv } from "#shop/kernel/csv/read-csv.server.ts";
import { readObject } from "#shop/staff/tasks/task-files.server.ts";
import { nullMark } from "./cells.ts";
import { maxFileRows } from "./import.ts";
import type { ImportFile, ImportKind, StagedRow } from "./kind.ts";
import { mapRecord } from "./mapping.ts";

/** Rows that one transaction stages. */
const rowsPerChunk = 2_000;
/** Characters of cells after which a transaction stages no further row: a row may have a million. */
const charactersPerChunk = 4_000_000;
/** Milliseconds after which a file that nobody reads on is closed, e.g. of a paused task. */
const idleMs = 60_000;

/** The next rows of a file. */
interface Page {
  readonly rows: readonly StagedRow[];
  /** The row of the sheet that was read last. */
  readonly row: number;
  readonly isEnd: boolean;
}

interface OpenFile {
  readonly records: AsyncGenerator<readonly string[]>;
  /** The row of the sheet that was staged last. */
  row: number;
  /** The rows behind it, which are read while PostgreSQL writes those before; or why they cannot be read. */
  ahead?: Promise<PromiseSettledResult<Page>> | undefined;
  timer: NodeJS.Timeout;
}

/** Files that tasks of this process read, by the import: the next chunk reads on. */
const open = new Map<string, OpenFile>();

/** The file behind a row. After a crash or a rollback it is read again from its beginning. */
async function openAt(file: ImportFile, row: number): Promise<OpenFile> {
  const known = open.get(file.id);
  if (known?.row === row) {
    known.timer.refresh();
    return known;
  }
  await closeFile(file.id);
  const records = readCsv(readObject(file.version), file);
  const timer = setTimeout(() => void closeFile(file.id), idleMs).unref();
  const opened: OpenFile = { records, row: 0, timer };
  open.set(file.id, opened);
  while (opened.row < row) {
    const next = await records.next();
    if (next.done) break;
    opened.row++;
  }
  return opened;
}

async function closeFile(id: string): Promise<void> {
  const file = open.get(id);
  if (!file) return;
  open.delete(id);
  clearTimeout(file.timer);
  await file.records.return(undefined);
}

/**
 * Stages the next rows of a file.
 * @param row the row of the sheet that was staged last; at first the last row before the data
 * @returns the last staged row, and whether the file is read to its end
 * @throws UnreadableCsv
 */
export async function stageRows(
  sql: Sql,
  kind: ImportKind,
  file: ImportFile,
  row: number,
): Promise<{ row: number; isEnd: boolean }> {
  const opened = await openAt(file, row);
  const read = await (opened.ahead ?? readAhead(opened, file));
  if (read.status === "rejected") {
    await closeFile(file.id);
    throw read.reason;
  }
  const page = read.value;
  opened.row = page.row;
  opened.ahead = page.isEnd ? undefined : readAhead(opened, file);
  await insertRows(sql, kind, file.id, page.rows);
  if (page.isEnd) await closeFile(file.id);
  return { row: page.row, isEnd: page.isEnd };
}

async function readAhead(opened: OpenFile, file: ImportFile): Promise<PromiseSettledResult<Page>> {
  const [read] = await Promise.allSettled([readPage(opened, file)]);
  return read;
}

async function readPage({ records, row: from }: OpenFile, file: ImportFile): Promise<Page> {
  const places = new Map(file.headers.map((header, place) => [header, place]));
  const rows: StagedRow[] = [];
  let row = from;
  let characters = 0;
  while (rows.length < rowsPerChunk && characters < charactersPerChunk) {
    const next = await records.next();
    if (next.done) return { rows, row, isEnd: true };
    row++;
    // Spreadsheets write rows of empty cells below a table.
    if (next.value.every((cell) => cell.trim() === "")) continue;
    if (row > maxFileRows + file.head_rows) throw new UnreadableCsv("too_many_rows", row);
    const misfit = misfitOf(next.value, file.headers.length);
    const cells = withoutNulls(mapRecord(next.value, places, file.mapping));
    characters += Object.values(cells).reduce((sum, cell) => sum + cell.length, 0);
    rows.push({
      row_no: row,
      cells,
      ...(misfit ? { misfit } : {}),
    });
  }
  return { rows, row, isEnd: false };
}

/** Spreadsheets fill short rows, so a row of another length is two rows in one, or one that was cut. */
function misfitOf(record: readonly string[], count: number): StagedRow["misfit"] {
  if (record.length > count) {
    return record.slice(count).some((cell) => cell !== "") ? "too_many_columns" : undefined;
  }
  return record.length < count ? "too_few_columns" : undefined;
}

async function insertRows(
  sql: Sql,
  kind: ImportKind,
  importId: string,
  rows: readonly StagedRow[],
): Promise<void> {
  const keyed = await kind.keysOf(sql, rows);
  const staged = sql.json(
    keyed.map(({ row_no, key, cells, misfit }) => ({
      row_no,
      thing_key: key,
      sku: cells.sku ? cutText(unescapeFormula(cells.sku).trim(), maxSku) || null : null,
      cells: { cells, misfit },
    })),
  );
  await sql`
    insert into private.import_rows (import_id, row_no, thing_key, sku, cells)
    select ${importId}, r.row_no, r.thing_key, r.sku, r.cells
    from jsonb_to_recordset(${staged}) r (row_no bigint, thing_key text, sku text, cells jsonb)
    on conflict (import_id, row_no) do nothing`;
}

/** Characters of a SKU by which rows are compared: an index cannot hold more than some. */
const maxSku = 200;

/** jsonb cannot store NUL, so `nullMark` replaces it. The plan refuses cells that contain it. */
function withoutNulls(cells: StagedRow["cells"]): StagedRow["cells"] {
  return Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [column, cell.replaceAll("\0", nullMark)]),
  );
}
