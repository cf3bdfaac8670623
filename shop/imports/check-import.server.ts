import type { Sql } from "#db/client.server.ts";
import { UnreadableCsv } from "#shop/csv/read-csv.server.ts";
import type { TaskRow, TaskValue } from "#shop/tasks/task.ts";
import type { TaskChunk, TaskKind } from "#shop/tasks/task-kind.ts";
import { nullMark } from "./columns.ts";
import type { ImportCounts, UnknownCategories } from "./import.ts";
import type { ProductPlan, RowProblem } from "./plan.ts";
import { planChunk } from "./plan-chunk.server.ts";
import { type ImportFile, stageRows } from "./stage-rows.server.ts";

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

/** Changes of one product that the check lists. */
const maxListedChanges = 20;

/** Reads the file of an import into rows and says what each would do; writes nothing to the shop. */
export const checkImportKind: TaskKind = {
  kind: "check-products",
  permission: "imports.run",
  async chunk(sql, task, at) {
    const { import_id } = task.input as { import_id: string };
    const file = await readFile(sql, import_id);
    const cursor = (at as Cursor | null) ?? { phase: "read", row: 1 };
    return cursor.phase === "read"
      ? readOn(sql, file, cursor.row)
      : checkOn(sql, task.id, file, cursor);
  },
};

async function readFile(
  sql: Sql,
  id: string,
): Promise<ImportFile & { unknown_categories: UnknownCategories }> {
  const [file] = await sql<(ImportFile & { unknown_categories: UnknownCategories })[]>`
    select id, version, encoding, delimiter, headers, mapping, unknown_categories from imports where id = ${id}`;
  if (!file) throw new Error("the import of a task is missing");
  return file;
}

async function readOn(sql: Sql, file: ImportFile, from: number): Promise<TaskChunk> {
  if (from === 1) await sql`delete from private.import_rows where import_id = ${file.id}`;
  try {
    const { row, isEnd } = await stageRows(sql, file, from);
    const next: Cursor = isEnd
      ? { phase: "check", after: "", counts: noCounts }
      : { phase: "read", row };
    return { rows: [], cursor: next as unknown as TaskValue, ...(isEnd ? { total: row - 1 } : {}) };
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    await sql`
      update imports set problem = ${error.code}, problem_row = ${error.row ?? null}, counts = null
      where id = ${file.id}`;
    return { rows: [], cursor: null };
  }
}

async function checkOn(
  sql: Sql,
  taskId: string,
  file: ImportFile & { unknown_categories: UnknownCategories },
  { after: from, counts: before }: Extract<Cursor, { phase: "check" }>,
): Promise<TaskChunk> {
  const { plans, after } = await planChunk(sql, file, from, taskId, "");
  const taken = await findTaken(sql, file.id, plans);
  const counts = { ...before };
  const rows: TaskRow[] = [];
  let unlisted = 0;
  for (const plan of plans) {
    counts.rows += plan.rows.length;
    const problems = [...plan.problems, ...(taken.get(plan.key) ?? [])];
    if (problems.length > 0) {
      rows.push(...failedRows(plan, problems));
      counts.failed++;
    } else if (plan.product && plan.changes.length === 0) {
      unlisted += plan.rows.length;
      counts.unchanged++;
    } else {
      rows.push(listed(plan));
      unlisted += plan.rows.length - 1;
      counts[plan.product ? "change" : "create"]++;
      counts.warnings += plan.warnings.length;
    }
  }
  if (after !== null) {
    return { rows, unlisted, cursor: { phase: "check", after, counts: { ...counts } } };
  }
  await sql`update imports set counts = ${sql.json({ ...counts })} where id = ${file.id}`;
  return { rows, unlisted, cursor: null };
}

/** A product that would be created or changed. */
function listed({ product, rows, changes, warnings, save }: ProductPlan): TaskRow {
  return {
    row_no: rows[0]?.row_no ?? 0,
    subject_id: product?.id ?? null,
    outcome: "done",
    code: product ? "change" : "create",
    field: save.after.name.id,
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
    before: change.before.slice(0, maxShown),
    after: change.after.slice(0, maxShown),
  };
}

/** A product is written whole or not at all, so all of its rows fail. */
export function failedRows(
  { product, rows }: Pick<ProductPlan, "product" | "rows">,
  problems: readonly RowProblem[],
): TaskRow[] {
  return rows.map(({ row_no }) => {
    const problem = problems.find((other) => other.row_no === row_no);
    return {
      row_no,
      subject_id: product?.id ?? null,
      outcome: "failed",
      code: problem?.code ?? "other_row",
      field: problem?.column ?? null,
      value_given: problem?.value?.replaceAll(nullMark, "\u2400") ?? null,
    };
  });
}

/** SKUs and barcodes that another variant has, in the shop or in the file. */
async function findTaken(
  sql: Sql,
  importId: string,
  plans: readonly ProductPlan[],
): Promise<ReadonlyMap<string, readonly RowProblem[]>> {
  const wanted = plans.flatMap((plan) =>
    plan.save.variants.map(({ id, sku, barcode }) => ({
      key: (plan as ProductPlan & { key: string }).key,
      id,
      sku,
      barcode,
      row_no:
        plan.rows.find(({ cells }) => cells.sku?.trim() === sku)?.row_no ??
        plan.rows[0]?.row_no ??
        0,
    })),
  );
  if (wanted.length === 0) return new Map();
  const list = sql.json(wanted as never);
  const rows = await sql<
    { key: string; row_no: number; code: string; field: "sku" | "barcode"; value: string }[]
  >`
    with wanted as (
      select * from jsonb_to_recordset(${list}) w (key text, id uuid, sku text, barcode text, row_no bigint)
    )
    select w.key, w.row_no, 'sku_taken' as code, 'sku' as field, w.sku || ' · ' || (p.name ->> 'id') as value
    from wanted w join product_variants v on v.sku = w.sku and v.id <> w.id join products p on p.id = v.product_id
    where not exists (select from wanted other where other.id = v.id)
    union all
    select w.key, w.row_no, 'barcode_taken', 'barcode', w.barcode || ' · ' || (p.name ->> 'id')
    from wanted w join product_variants v on v.barcode = w.barcode and v.id <> w.id join products p on p.id = v.product_id
    where not exists (select from wanted other where other.id = v.id)
    union all
    select w.key, w.row_no, 'sku_twice', 'sku', w.sku
    from wanted w where exists (select from private.import_rows r
      where r.import_id = ${importId} and r.sku = w.sku and r.product_key <> w.key)
    union all
    select w.key, w.row_no, 'barcode_invalid', 'barcode', w.barcode
    from wanted w where not private.is_gtin(w.barcode)`;
  const found = new Map<string, RowProblem[]>();
  for (const { key, row_no, code, field, value } of rows) {
    const problem: RowProblem = { row_no, code, column: field, value };
    const known = found.get(key);
    if (known) known.push(problem);
    else found.set(key, [problem]);
  }
  return found;
}
