import { cutText } from "#base/cut-text.ts";
import type { Sql } from "#db/client.server.ts";
import { UnreadableCsv } from "#shop/kernel/csv/read-csv.server.ts";
import { showChanges } from "#shop/staff/approvals/with-limits.server.ts";
import type { TaskRow, TaskValue } from "#shop/staff/tasks/task.ts";
import type { TaskChunk, TaskKind } from "#shop/staff/tasks/task-kind.ts";
import { failedRows } from "./failed-rows.ts";
import { type ImportCounts, maxRowsOfThing } from "./import.ts";
import type { ImportFile, ImportKind, Plan } from "./kind.ts";
import { planNext, readImportFile } from "./plan-next.server.ts";
import { stageRows } from "./stage-rows.server.ts";

type Cursor =
  | { readonly phase: "read"; readonly row: number }
  | { readonly phase: "check"; readonly after: string; readonly counts: ImportCounts };

const noCounts: ImportCounts = {
  rows: 0,
  create: 0,
  change: 0,
  unchanged: 0,
  failed: 0,
  warnings: 0,
};

/** Changes of one thing that the check lists. */
const maxListedChanges = 20;
/** Things that the check lists; it counts all. A screen shows fewer, and listing each took a third of the check (docs/why/imports.md). */
const maxListedThings = 1_000;

/**
 * Reads the file of an import into rows and says what each would do; writes nothing to the shop. A check that a later one
 * replaced ends without a change, because the rows and the counts of the import are those of the later check.
 */
export function checkTask(kind: ImportKind): TaskKind {
  return {
    kind: `check-${kind.name}`,
    permission: kind.permission,
    async chunk(sql, task, at) {
      const { import_id } = task.input as { import_id: string };
      const [current] = await sql`
        select from imports where id = ${import_id} and check_task = ${task.id} for no key update`;
      if (!current) return { rows: [], cursor: null };
      const file = await readImportFile(sql, import_id);
      const cursor = (at as Cursor | null) ?? { phase: "read", row: file.head_rows };
      return cursor.phase === "read"
        ? readOn(sql, kind, file, cursor.row)
        : checkOn(sql, kind, { key: task.id, actorId: task.actorId }, file, cursor);
    },
  };
}

async function readOn(
  sql: Sql,
  kind: ImportKind,
  file: ImportFile,
  from: number,
): Promise<TaskChunk> {
  if (from === file.head_rows)
    await sql`delete from private.import_rows where import_id = ${file.id}`;
  try {
    const { row, isEnd } = await stageRows(sql, kind, file, from);
    if (isEnd) {
      await kind.linkRows?.(sql, file.id);
      await refuseLargeThings(sql, file.id);
    }
    const next: Cursor = isEnd
      ? { phase: "check", after: "", counts: noCounts }
      : { phase: "read", row };
    return {
      rows: [],
      cursor: next as unknown as TaskValue,
      ...(isEnd ? { total: row - file.head_rows } : {}),
    };
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    await sql`
      update imports set problem = ${error.code}, problem_row = ${error.row ?? null}, counts = null
      where id = ${file.id}`;
    return { rows: [], cursor: null };
  }
}

/** @throws UnreadableCsv for a file in which a thing has more than `maxRowsOfThing` rows */
async function refuseLargeThings(sql: Sql, importId: string): Promise<void> {
  const [large] = await sql<{ row_no: number }[]>`
    select min(row_no) as row_no from private.import_rows where import_id = ${importId}
    group by thing_key having count(*) > ${maxRowsOfThing} order by 1 limit 1`;
  if (large) throw new UnreadableCsv("thing_has_too_many_rows", large.row_no);
}

async function checkOn(
  sql: Sql,
  kind: ImportKind,
  run: { readonly key: string; readonly actorId: string },
  file: ImportFile,
  { after: from, counts: before }: Extract<Cursor, { phase: "check" }>,
): Promise<TaskChunk> {
  const worker = await kind.open(sql, file, { ...run, isWriting: false });
  const { plans, after } = await planNext(sql, kind, worker, file.id, from);
  const taken = (await kind.findTaken?.(sql, file.id, plans)) ?? new Map();
  const counts = { ...before };
  const measured = await kind.measure?.(sql, plans);
  if (measured?.cut) counts.cut = Math.max(counts.cut ?? 0, measured.cut);
  if (measured?.written_off) {
    counts.written_off = (counts.written_off ?? 0) + measured.written_off;
  }
  if (measured && measured.changes.length > 0) {
    counts.limited = showChanges(measured.changes, counts.limited);
  }
  const rows: TaskRow[] = [];
  let unlisted = 0;
  for (const plan of plans) {
    counts.rows += plan.rows.length;
    if (plan.repeated) counts.repeated = (counts.repeated ?? 0) + plan.repeated;
    const problems = [...plan.problems, ...(taken.get(plan.key) ?? [])];
    if (problems.length > 0) {
      rows.push(...failedRows(plan, problems));
      counts.failed++;
    } else if (!plan.isNew && plan.changes.length === 0) {
      unlisted += plan.rows.length;
      counts.unchanged++;
    } else {
      const isListed =
        counts.create + counts.change < maxListedThings ||
        (plan.warnings.length > 0 && counts.warnings < maxListedThings);
      if (isListed) rows.push(listed(plan));
      unlisted += plan.rows.length - (isListed ? 1 : 0);
      counts[plan.isNew ? "create" : "change"]++;
      counts.warnings += plan.warnings.length;
    }
  }
  if (after !== null) {
    const next: Cursor = { phase: "check", after, counts };
    return { rows, unlisted, cursor: next as unknown as TaskValue };
  }
  await sql`update imports set counts = ${sql.json(counts)} where id = ${file.id}`;
  return { rows, unlisted, cursor: null };
}

/** A thing that would be created or changed. */
function listed({ rows, changes, warnings, isNew, subjectId, title }: Plan): TaskRow {
  return {
    row_no: rows[0]?.row_no ?? 0,
    subject_id: subjectId,
    outcome: "done",
    code: isNew ? "create" : "change",
    field: cutText(title, 200),
    after: {
      count: changes.length,
      changes: changes.slice(0, maxListedChanges).map(shorten),
      warnings: warnings.map(shorten),
    } as unknown as TaskValue,
  };
}

/** Characters of a value that the check shows. */
const maxShown = 160;

function shorten<T extends { readonly before: string; readonly after: string }>(change: T): T {
  return {
    ...change,
    before: cutText(change.before, maxShown),
    after: cutText(change.after, maxShown),
  };
}
