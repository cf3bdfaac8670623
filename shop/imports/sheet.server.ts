import { cutText } from "#base/cut-text.ts";
import { fail, type Result } from "#base/result.ts";
import { inSavepoint, type Sql, violatedConstraint } from "#db/client.server.ts";
import { unescapeFormula } from "#shop/kernel/csv/cell.ts";
import type { TaskRow, TaskValue } from "#shop/staff/tasks/task.ts";
import { CellReader } from "./cell-reader.ts";
import { type Cells, nullMark, type ReadCell } from "./cells.ts";
import { failedRows } from "./failed-rows.ts";
import { versionOf } from "./fingerprint.ts";
import type { Change, ImportKind, Plan, RunContext, StagedRow } from "./kind.ts";
import { recogniseOwn } from "./mapping.ts";
import { tidyCell } from "./read-values.ts";

/** A thing of the shop as one row of a sheet. */
export interface Thing {
  /** Its name among the things of its kind, as `keyOf` makes it. */
  readonly key: string;
  /** The id of a thing that has a page. */
  readonly id?: string;
  /** Where an export goes on behind it. */
  readonly place: string;
  /** All columns but `versi`, as `read` reads them. */
  readonly cells: Cells;
}

export interface Refusal {
  readonly code: string;
  readonly column?: string;
  readonly value?: string;
}

export interface Writing extends RunContext {
  /** The row of the file; of an undo the row of the task. */
  readonly row_no: number;
  /** Whether the values of before an import are put back. */
  readonly isUndo?: boolean;
}

/** A kind of file in which each row describes one thing of the shop, with one value in each column. */
export interface Sheet
  extends Pick<
    ImportKind,
    | "name"
    | "permission"
    | "exportPermissions"
    | "isPersonal"
    | "needsProof"
    | "isFinal"
    | "countExport"
  > {
  /** Columns that name the thing: they find it and never change. */
  readonly keyColumns: readonly string[];
  /** Columns that a row needs to be recognised; the key columns unless said. */
  readonly needs?: readonly string[];
  /** The other columns. */
  readonly columns: readonly string[];
  /** How the check names a thing; the cells of its key columns unless said. */
  title?(cells: Cells): string;
  /** Columns that a person reads in the export and that are not read again. */
  readonly notes?: readonly string[];
  read(column: string, cell: string): ReadCell;
  /** @param cells read key cells @returns undefined when the row names no thing */
  keyOf(cells: Cells): string | undefined;
  /**
   * @param isWriting whether to lock the rows that are written
   * @param actorId whose import it is
   */
  find(
    sql: Sql,
    keys: readonly string[],
    isWriting: boolean,
    actorId: string,
  ): Promise<readonly Thing[]>;
  list(sql: Sql, after: string | null, limit: number): Promise<readonly Thing[]>;
  /**
   * Writes one thing through its use case.
   * @param known null: the shop does not have it
   * @param cells all columns, as they shall be
   */
  write(sql: Sql, known: Thing | null, cells: Cells, run: Writing): Promise<Result<null, Refusal>>;
  /** Takes back a thing that the import made. */
  remove(sql: Sql, known: Thing, run: Writing): Promise<Result<null, Refusal>>;
  /** Codes for constraints whose names are no codes of rows. */
  readonly constraints?: Readonly<Record<string, Refusal>>;
}

interface SheetPlan extends Plan {
  readonly known: Thing | null;
  readonly cells: Cells;
}

/** What undoing needs to know. */
interface Written {
  readonly created: boolean;
  readonly cells: Cells;
}

/** Things read at a time for an export. */
const thingsPerRead = 1_000;

/** Makes a kind of file from a sheet. The check writes each thing and rolls back, so it finds the same problems as the run. */
export function sheetKind(sheet: Sheet): ImportKind<SheetPlan> {
  const { keyColumns, columns, notes = [], needs = keyColumns } = sheet;
  const all = [...keyColumns, ...columns];
  return {
    name: sheet.name,
    columns: [...keyColumns, "versi", ...columns, ...notes],
    identity: keyColumns.slice(0, 1),
    permission: sheet.permission,
    exportPermissions: sheet.exportPermissions,
    ...(sheet.isPersonal ? { isPersonal: true } : {}),
    ...(sheet.needsProof ? { needsProof: true } : {}),
    ...(sheet.isFinal ? { isFinal: true } : {}),
    recognise(headers) {
      const found = recogniseOwn(headers, [...all, "versi"]);
      return needs.every((column) => column in found.mapping) ? found : undefined;
    },
    async keysOf(_, rows) {
      return rows.map((row) => ({
        ...row,
        key: cutText(keyOfRow(sheet, row) ?? `?${row.row_no}`, maxKey),
      }));
    },
    async open(sql, _, run) {
      const isAllowed = await mayWrite(sql, run.actorId, sheet);
      return {
        plan: async (groups) => {
          const plans = await planSheet(sql, sheet, groups, run);
          if (run.isWriting) return plans;
          const tried: SheetPlan[] = [];
          for (const plan of plans) {
            const problem = isWorthTrying(plan)
              ? isAllowed
                ? await attempt(sql, sheet, plan, run, true)
                : { code: "not_permitted" }
              : undefined;
            tried.push(problem ? refused(plan, problem) : plan);
          }
          return tried;
        },
        apply: async (plan) => {
          if (plan.problems.length > 0) return failedRows(plan, plan.problems);
          const problem = isAllowed
            ? await attempt(sql, sheet, plan, run, false)
            : { code: "not_permitted" };
          if (problem) return failedRows(plan, refused(plan, problem).problems);
          const [now] = await sheet.find(sql, [plan.key], true, run.actorId);
          return [doneRow(plan, all, now?.cells ?? {})];
        },
      };
    },
    async undo(sql, task, rows) {
      const isAllowed = await mayWrite(sql, task.actorId, sheet);
      const run = { key: task.id, actorId: task.actorId, isWriting: true };
      const results: TaskRow[] = [];
      for (const row of rows) {
        const left = isAllowed ? await undoRow(sql, sheet, row, run) : { code: "not_permitted" };
        const at = { row_no: row.row_no, subject_id: row.subject_id ?? null };
        results.push(
          left
            ? {
                ...at,
                outcome: "failed",
                code: left.code,
                field: left.column?.slice(0, 200) ?? null,
              }
            : { ...at, outcome: "undone" },
        );
      }
      return results;
    },
    countExport: (sql, max) => sheet.countExport(sql, max),
    async exportRows(sql, after) {
      const things = await sheet.list(sql, after, thingsPerRead);
      return {
        rows: things.map(({ cells }) => [
          ...keyColumns.map((column) => cells[column] ?? ""),
          versionOf(cells, columns),
          ...[...columns, ...notes].map((column) => cells[column] ?? ""),
        ]),
        after: things.length < thingsPerRead ? null : (things.at(-1)?.place ?? null),
      };
    },
  };
}

/** Characters of a key: the rows of a task name their things by it. */
const maxKey = 200;

async function mayWrite(sql: Sql, actorId: string, { permission }: Sheet): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`select private.may(${actorId}, ${permission}) as may`;
  return row?.may === true;
}

/** The read cells of the key columns; one that cannot be read counts as missing. */
function keyCells({ keyColumns, read }: Sheet, { cells }: StagedRow): Cells {
  return Object.fromEntries(
    keyColumns.map((column) => {
      const raw = unescapeFormula(cells[column] ?? "");
      if (raw.includes(nullMark) || tidyCell(raw) === "") return [column, ""];
      const result = read(column, raw);
      return [column, result.ok ? result.value : ""];
    }),
  );
}

function keyOfRow(sheet: Sheet, row: StagedRow): string | undefined {
  return sheet.keyOf(keyCells(sheet, row));
}

async function planSheet(
  sql: Sql,
  sheet: Sheet,
  groups: ReadonlyMap<string, readonly StagedRow[]>,
  { isWriting, actorId }: RunContext,
): Promise<SheetPlan[]> {
  const keys = [...groups.keys()].filter((key) => !key.startsWith("?"));
  const things = new Map(
    (await sheet.find(sql, keys, isWriting, actorId)).map((one) => [one.key, one]),
  );
  return [...groups].map(([key, rows]) => planThing(sheet, key, things.get(key) ?? null, rows));
}

function planThing(
  sheet: Sheet,
  key: string,
  known: Thing | null,
  rows: readonly StagedRow[],
): SheetPlan {
  const { keyColumns, columns } = sheet;
  const reader = new CellReader(columns, (column, cell) => sheet.read(column, cell));
  reader.refuseMisfits(rows);
  const [first = { row_no: 0, cells: {} }] = rows;
  const named = keyCells(sheet, first);
  if (key.startsWith("?")) refuseKey(sheet, reader, first);
  const changes: Change[] = [];
  const cells: Record<string, string> = { ...known?.cells };
  for (const column of keyColumns) cells[column] = known?.cells[column] ?? named[column] ?? "";
  for (const column of columns) {
    const before = known ? (known.cells[column] ?? "") : undefined;
    const wanted = reader.wantedOfAll(rows, column, before);
    if (!wanted) continue;
    cells[column] = wanted.value;
    changes.push({ column, before: before ?? "", after: wanted.value });
  }
  return {
    key,
    known,
    cells,
    rows,
    changes,
    problems: reader.problems,
    warnings: [],
    isNew: known === null,
    subjectId: key,
    title: sheet.title?.(cells) ?? keyColumns.map((column) => cells[column] ?? "").join(" · "),
  };
}

/** Says which key cell is missing or wrong. */
function refuseKey({ keyColumns, read }: Sheet, reader: CellReader, row: StagedRow): void {
  for (const column of keyColumns) {
    const raw = unescapeFormula(row.cells[column] ?? "");
    if (tidyCell(raw) === "") reader.refuse(row, "required", column);
    else {
      const result = raw.includes(nullMark)
        ? { ok: false as const, problem: "null_character" }
        : read(column, raw);
      if (!result.ok) reader.refuse(row, result.problem, column, raw);
    }
  }
}

function isWorthTrying({ problems, isNew, changes }: SheetPlan): boolean {
  return problems.length === 0 && (isNew || changes.length > 0);
}

/** Ends a savepoint whose writes are not wanted. */
class TakenBack extends Error {
  readonly problem: Refusal | undefined;

  constructor(problem?: Refusal) {
    super(problem?.code ?? "taken back");
    this.name = "TakenBack";
    this.problem = problem;
  }
}

/** Writes a thing whole or not at all. @param isTrial takes the writes back in any case */
async function attempt(
  sql: Sql,
  sheet: Sheet,
  { known, cells, rows }: Pick<SheetPlan, "known" | "cells" | "rows">,
  run: RunContext,
  isTrial: boolean,
): Promise<Refusal | undefined> {
  const row_no = rows[0]?.row_no ?? 0;
  return guarded(sql, sheet, isTrial, (inner) =>
    sheet.write(inner, known, cells, { ...run, row_no }),
  );
}

async function guarded(
  sql: Sql,
  { constraints = {} }: Sheet,
  isTrial: boolean,
  work: (sql: Sql) => Promise<Result<null, Refusal>>,
): Promise<Refusal | undefined> {
  try {
    await inSavepoint(sql, async (inner) => {
      const written = await work(inner);
      if (!written.ok) throw new TakenBack(written.problem);
      if (isTrial) throw new TakenBack();
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.problem;
    const refusal = constraints[violatedConstraint(error) ?? ""];
    if (!refusal) throw error;
    return refusal;
  }
  return undefined;
}

function refused(plan: SheetPlan, { code, column, value }: Refusal): SheetPlan {
  const row =
    plan.rows.find(({ cells }) => column !== undefined && (cells[column] ?? "") !== "") ??
    plan.rows[0];
  const given = value ?? (column === undefined ? undefined : row?.cells[column]);
  const problem = {
    row_no: row?.row_no ?? 0,
    code,
    ...(column === undefined ? {} : { column }),
    ...(given === undefined ? {} : { value: given }),
  };
  return { ...plan, problems: [...plan.problems, problem] };
}

/** @param now what the shop has after the write, which may have changed more than the file says */
function doneRow(
  { known, rows, isNew, title, subjectId }: SheetPlan,
  columns: readonly string[],
  now: Cells,
): TaskRow {
  const changed = columns.filter((column) => (known?.cells[column] ?? "") !== (now[column] ?? ""));
  const written = (cells: Cells): TaskValue => ({
    created: known === null,
    cells: Object.fromEntries(changed.map((column) => [column, cells[column] ?? ""])),
  });
  return {
    row_no: rows[0]?.row_no ?? 0,
    subject_id: subjectId,
    outcome: "done",
    code: isNew ? "create" : "change",
    field: cutText(title, 200),
    before: written(known?.cells ?? {}),
    after: written(now),
  };
}

/** @returns what was left and why; undefined when everything is as it was */
async function undoRow(
  sql: Sql,
  sheet: Sheet,
  row: TaskRow,
  run: RunContext,
): Promise<Refusal | undefined> {
  const before = row.before as unknown as Written;
  const after = row.after as unknown as Written;
  const [known] = await sheet.find(sql, [row.subject_id ?? ""], true, run.actorId);
  // Somebody removed it meanwhile: nothing of the import is left.
  if (!known) return after.created ? undefined : { code: "thing_unknown" };
  const writing = { ...run, row_no: row.row_no, isUndo: true };
  const left: string[] = [];
  const cells: Record<string, string> = { ...known.cells };
  for (const [column, written] of Object.entries(after.cells)) {
    const earlier = before.cells[column] ?? "";
    if (cells[column] === written) cells[column] = earlier;
    else if (cells[column] !== earlier) left.push(column);
  }
  const changed: Refusal = { code: "changed_since", column: left.join(", ") };
  if (after.created) {
    if (left.length > 0) return changed;
    return guarded(sql, sheet, false, (inner) => sheet.remove(inner, known, writing));
  }
  const problem = await guarded(sql, sheet, false, (inner) =>
    sheet.write(inner, known, cells, writing),
  );
  return problem ?? (left.length > 0 ? changed : undefined);
}

/** A refusal, in the words of the rows. */
export function refuse(code: string, column?: string, value?: string): Result<never, Refusal> {
  return fail({ code, ...(column ? { column } : {}), ...(value ? { value } : {}) });
}
