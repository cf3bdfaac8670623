import * as v from "valibot";
import { fail, type Result } from "#base/result.ts";
import { asShop, inSavepoint, type Sql, violatedConstraint } from "#db/client.server.ts";
import { productFields } from "#shop/catalogue/products/product-fields.ts";
import type { Person } from "#shop/kernel/access.ts";
import type { LimitProblem } from "#shop/staff/approvals/approval.ts";
import { askColleague } from "#shop/staff/approvals/with-limits.server.ts";
import { readFilter } from "#shop/staff/filters/field.ts";
import { startTask } from "#shop/staff/tasks/start-task.server.ts";
import type { TaskRow, TaskValue } from "#shop/staff/tasks/task.ts";
import type { RunningTask, TaskChunk, TaskKind } from "#shop/staff/tasks/task-kind.ts";
import {
  type BulkChange,
  type BulkInput,
  bulkChangeSchema,
  storedBulkSchema,
} from "./bulk-change.ts";
import { type BulkTask, cutAboveLimit, describeBulk } from "./bulk-limits.server.ts";
import { changeOne, undoOne } from "./bulk-steps.server.ts";
import { selected } from "./selected-products.server.ts";

/** Products of one transaction. */
const perChunk = 50;
const undoDays = 30;

type Cursor = { readonly after: string; readonly no: number };

/** Each change needs a permission of its own, so each is a kind of its own. */
const permissions = {
  status: "products.publish",
  category: "products.edit",
  tag: "products.edit",
  price: "prices.edit",
} as const satisfies Readonly<Record<BulkChange["kind"], TaskKind["permission"]>>;

function kindOf(change: BulkChange["kind"]): TaskKind {
  return {
    kind: `bulk-${change}`,
    permission: permissions[change],
    undoDays,
    chunk: runChunk,
    retry: (sql, task, rows) =>
      onEach(rows, (row) => tryOne(sql, task, row.row_no, row.subject_id)),
    undo: (sql, task, rows) => onEach(rows, (row) => undoRow(sql, task, row)),
  };
}

/** The kinds of long work that change many products. */
export const bulkKinds: Readonly<Record<BulkChange["kind"], TaskKind>> = {
  status: kindOf("status"),
  category: kindOf("category"),
  tag: kindOf("tag"),
  price: kindOf("price"),
};

/**
 * Changes many products in the background, each as one product is changed. A change of prices that cuts any of them by more
 * than the actor may waits for a colleague before it starts.
 * @param id chosen by the form: the same id again starts nothing
 * @param title of the task, in the words of the person
 */
export async function startBulk(
  actor: Person,
  id: string,
  title: string,
  input: BulkInput,
): Promise<Result<{ id: string }, "not_permitted" | "filter_invalid" | LimitProblem>> {
  const { selection, change } = input;
  if (selection.of === "matching" && !readFilter(productFields, selection.filter).ok) {
    return fail("filter_invalid");
  }
  const task: BulkTask = {
    id,
    title,
    input,
    ...(selection.of === "chosen" ? { total: selection.ids.length } : {}),
  };
  if (change.kind === "price") {
    const amount = await cutAboveLimit(asShop(), actor.id, selection, change);
    if (amount !== undefined) {
      return askColleague(actor, "prices.edit", { limit: "price_cut", amount }, (sql) =>
        describeBulk(sql, task),
      );
    }
  }
  return startTask(actor, bulkKinds[change.kind], {
    ...task,
    input: input as unknown as TaskValue,
  });
}

async function runChunk(sql: Sql, task: RunningTask, cursor: TaskValue): Promise<TaskChunk> {
  const { selection } = v.parse(storedBulkSchema, task.input);
  const { after, no } = (cursor as Cursor | null) ?? { after: null, no: 0 };
  // The filter gets a plan of its own (docs/why/staff.md).
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`;
  const { where } = await selected(sql, selection);
  const products = await sql<{ id: string }[]>`
    select p.id from products p where ${where} ${after === null ? sql`` : sql`and p.id > ${after}`}
    order by p.id limit ${perChunk}`;
  const rows: TaskRow[] = [];
  for (const [place, { id }] of products.entries()) {
    rows.push(await tryOne(sql, task, no + place, id));
  }
  const last = products.at(-1);
  const [counted] =
    cursor === null
      ? await sql<{ n: number }[]>`select count(*)::int as n from products p where ${where}`
      : [];
  return {
    rows: rows.filter(({ outcome }) => outcome !== "unchanged"),
    unlisted: rows.filter(({ outcome }) => outcome === "unchanged").length,
    cursor:
      products.length === perChunk && last ? { after: last.id, no: no + products.length } : null,
    ...(counted ? { total: counted.n } : {}),
  };
}

/** Parses only the change. The selection may have thousands of ids, and this runs for each chunk. */
function changeOf(task: RunningTask): BulkChange {
  return v.parse(v.object({ change: bulkChangeSchema }), task.input).change;
}

async function onEach(
  rows: readonly TaskRow[],
  work: (row: TaskRow) => Promise<TaskRow>,
): Promise<TaskRow[]> {
  const done: TaskRow[] = [];
  for (const row of rows) done.push(await work(row));
  return done;
}

/** One product in a savepoint: a refusal of the database undoes it alone. */
async function tryOne(
  sql: Sql,
  task: RunningTask,
  row_no: number,
  subject_id: string | null | undefined,
): Promise<TaskRow> {
  const change = changeOf(task);
  const id = subject_id ?? "";
  try {
    const outcome = await inSavepoint(sql, (inner) => changeOne(inner, task, id, change));
    return { row_no, subject_id: id, ...outcome };
  } catch (error) {
    const code = violatedConstraint(error);
    if (!code) throw error;
    return { row_no, subject_id: id, outcome: "failed", code };
  }
}

async function undoRow(sql: Sql, task: RunningTask, row: TaskRow): Promise<TaskRow> {
  const change = changeOf(task);
  const { row_no, subject_id = "", before = null, after = null } = row;
  const at = { row_no, subject_id };
  try {
    const code = await inSavepoint(sql, (inner) =>
      undoOne(inner, task, subject_id ?? "", change, before, after),
    );
    return code === null ? { ...at, outcome: "undone" } : { ...at, outcome: "failed", code };
  } catch (error) {
    const code = violatedConstraint(error);
    if (!code) throw error;
    return { ...at, outcome: "failed", code };
  }
}
