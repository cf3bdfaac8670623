import type { Sql } from "#db/client.server.ts";
import type { TaskRow } from "#shop/tasks/task.ts";
import type { RunningTask, TaskChunk, TaskKind } from "#shop/tasks/task-kind.ts";
import { applyPlan, readRights } from "./apply-plan.server.ts";
import type { UnknownCategories } from "./import.ts";
import { planChunk, planKeys } from "./plan-chunk.server.ts";
import { undoImport } from "./undo-import.server.ts";

/** Milliseconds of one transaction: it holds the locks of its products, which buyers may wait for. */
const chunkMs = 1_000;

/** Writes the products of a checked import, a product whole or not at all. */
export const importProductsKind: TaskKind = {
  kind: "import-products",
  permission: "imports.run",
  undoDays: 30,
  async chunk(sql, task, at) {
    const end = performance.now() + chunkMs;
    const file = await readImport(sql, task);
    const from = typeof at === "string" ? at : "";
    const { plans, after, context } = await planChunk(
      sql,
      file,
      from,
      stockKey(task),
      "for update",
    );
    const rights = await readRights(sql, task.actorId);
    const categories = new Map(context.categories);
    const rows: TaskRow[] = [];
    let unlisted = 0;
    for (const [n, plan] of plans.entries()) {
      if (plan.product && plan.changes.length === 0 && plan.problems.length === 0) {
        unlisted += plan.rows.length;
      } else {
        const listed = await applyPlan(sql, plan, rights, categories);
        rows.push(...listed);
        unlisted += plan.rows.length - listed.length;
      }
      if (performance.now() >= end && n < plans.length - 1) {
        return { rows, unlisted, cursor: plan.key };
      }
    }
    return { rows, unlisted, cursor: after } satisfies TaskChunk;
  },
  async retry(sql, task, failed) {
    const file = await readImport(sql, task);
    const numbers = failed.map(({ row_no }) => row_no);
    const found = await sql<{ row_no: number; product_key: string; first: number }[]>`
      select r.row_no, r.product_key,
        (select min(o.row_no) from private.import_rows o
          where o.import_id = r.import_id and o.product_key = r.product_key) as first
      from private.import_rows r where r.import_id = ${file.id} and r.row_no = any (${numbers}::bigint[])`;
    const { context } = await planChunk(sql, file, "\uffff", stockKey(task), "");
    const rights = await readRights(sql, task.actorId);
    // A product is tried with its first row, and its further rows follow it.
    const keys = found
      .filter(({ row_no, first }) => row_no === first)
      .map((row) => row.product_key);
    const plans = await planKeys(sql, file.id, keys, context, "for update");
    const outcomes = new Map<number, TaskRow>();
    const categories = new Map(context.categories);
    for (const plan of plans) {
      for (const row of await applyPlan(sql, plan, rights, categories))
        outcomes.set(row.row_no, row);
    }
    const earlier = await sql<{ row_no: number; outcome: TaskRow["outcome"] }[]>`
      select row_no, outcome from staff_task_rows
      where task_id = ${task.id} and row_no = any (${found.map(({ first }) => first)}::bigint[])`;
    return failed.map((row): TaskRow => {
      const own = outcomes.get(row.row_no);
      if (own) return own;
      const first = found.find(({ row_no }) => row_no === row.row_no)?.first ?? -1;
      const outcome =
        outcomes.get(first)?.outcome ?? earlier.find(({ row_no }) => row_no === first)?.outcome;
      return outcome === "done"
        ? { row_no: row.row_no, subject_id: row.subject_id ?? null, outcome: "unchanged" }
        : { ...row, outcome: "failed", code: "other_row" };
    });
  },
  undo: undoImport,
};

async function readImport(
  sql: Sql,
  task: RunningTask,
): Promise<{ id: string; unknown_categories: UnknownCategories }> {
  const { import_id } = task.input as { import_id: string };
  const [row] = await sql<{ id: string; unknown_categories: UnknownCategories }[]>`
    select id, unknown_categories from imports where id = ${import_id}`;
  if (!row) throw new Error("the import of a task is missing");
  return row;
}

/** Names the stock counts of an import, also of a second try: a variant is counted once. */
function stockKey({ of_task, id }: RunningTask): string {
  return of_task ?? id;
}
