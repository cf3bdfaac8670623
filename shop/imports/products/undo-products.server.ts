import { inSavepoint, type Sql, violatedConstraint } from "#db/client.server.ts";
import type { ProductFields, ProductStatus } from "#shop/catalogue/products/product.ts";
import type { ProductSave } from "#shop/catalogue/products/product-input.ts";
import { restoreStatus, writeStatus } from "#shop/catalogue/products/publish-product.server.ts";
import { refusalOf, writeProduct } from "#shop/catalogue/products/save-product.server.ts";
import { countStock } from "#shop/catalogue/stock/change-stock.server.ts";
import type { TaskRow } from "#shop/staff/tasks/task.ts";
import type { RunningTask } from "#shop/staff/tasks/task-kind.ts";
import { isSame } from "#shop/staff/three-way.ts";
import { type ImportRights, readRights, type Written } from "./apply-plan.server.ts";
import type { FileProduct, FileVariant } from "./export-row.ts";
import { readFileProducts } from "./read-products.server.ts";
import { deleteQueued, removeImported } from "./write-addresses.server.ts";

/**
 * Puts back each value of products that is still what the import wrote; archives what it created. Values that somebody changed
 * since are left and named. Categories that the import created are deleted, unless they are published or in use.
 */
export async function undoProducts(
  sql: Sql,
  task: RunningTask,
  rows: readonly TaskRow[],
): Promise<readonly TaskRow[]> {
  const rights = await readRights(sql, task.actorId);
  const ids = rows.flatMap(({ subject_id }) => subject_id ?? []);
  const products = await readFileProducts(sql, ids, "for update");
  const results: TaskRow[] = [];
  for (const row of rows) {
    const product = products.get(row.subject_id ?? "");
    const at = { row_no: row.row_no, subject_id: row.subject_id ?? null };
    if (!product) {
      results.push({ ...at, outcome: "failed", code: "product_unknown" });
      continue;
    }
    const left = await undoProduct(sql, task, rights, product, row);
    // Rows are undone from the last to the first, so the other products of a category precede the row that created it.
    if (!left.includes("not_permitted")) await undoCategories(sql, task, row);
    results.push(
      left.length === 0
        ? { ...at, outcome: "undone" }
        : { ...at, outcome: "failed", code: "changed_since", field: left.join(", ").slice(0, 200) },
    );
  }
  return results;
}

/** @returns the names of what was left */
async function undoProduct(
  sql: Sql,
  task: RunningTask,
  rights: ImportRights,
  product: FileProduct,
  row: TaskRow,
): Promise<string[]> {
  const before = row.before as unknown as Written;
  const after = row.after as unknown as Written;
  if (!rights.mayEdit || !rights.mayPublish) return ["not_permitted"];
  const { import_id } = task.input as { import_id: string };
  if (after.created) {
    await deleteQueued(sql, product.id, import_id);
    await writeStatus(sql, product.id, { version: null, status: "archived", publishAt: null });
    return [];
  }
  const { save, left } = planUndo(product, before, after);
  try {
    await inSavepoint(sql, async (inner) => {
      const saved = await writeProduct(inner, rights, product.id, { ...save, key: task.id });
      if (!saved.ok) throw new NotUndone(saved.problem.code);
    });
  } catch (error) {
    const code = error instanceof NotUndone ? error.message : refusalOf(error)?.code;
    if (code === undefined) throw error;
    return [code];
  }
  await removeImported(sql, product.id, import_id);
  left.push(...(await undoPieces(sql, task, rights, product, after)));
  if (before.status !== undefined && after.status !== undefined) {
    const { published_at = null } = before;
    const earlier = { status: before.status as ProductStatus, published_at };
    const isStill = product.status === after.status;
    const restored = isStill && (await restoreStatus(sql, product.id, earlier)).ok;
    if (!restored) left.push("status");
  }
  return left;
}

class NotUndone extends Error {}

/** Deletes the categories that were created for a row, children first. */
async function undoCategories(sql: Sql, { of_task }: RunningTask, row: TaskRow): Promise<void> {
  const { categories = [] } = row.after as unknown as Written;
  for (const id of categories.toReversed()) {
    try {
      await inSavepoint(sql, async (inner) => {
        // Archived products of the import are still in the category.
        await inner`
          delete from product_categories k using products p, staff_task_rows r
          where k.category_id = ${id} and p.id = k.product_id and p.status = 'archived'
            and r.task_id = ${of_task} and r.subject_id = p.id::text and r.code = 'create'`;
        await inner`delete from categories where id = ${id} and not published`;
      });
    } catch (error) {
      // Other products, categories, promotions or delivery methods refer to it.
      if (violatedConstraint(error) === undefined) throw error;
    }
  }
}

function planUndo(
  product: FileProduct,
  before: Written,
  after: Written,
): { save: Omit<ProductSave, "key">; left: string[] } {
  const left: string[] = [];
  const fields: Record<string, unknown> = { ...product.fields };
  for (const [name, written] of Object.entries(after.fields)) {
    if (isSame(fields[name], written)) fields[name] = before.fields[name];
    else if (!isSame(fields[name], before.fields[name])) left.push(name);
  }
  const removed: string[] = [];
  const variants: ProductSave["variants"] = [];
  for (const [id, written] of Object.entries(after.variants)) {
    const earlier = before.variants[id];
    const variant = product.variants.find((other) => other.id === id);
    if (!variant) {
      if (earlier !== null) left.push(id);
    } else if (earlier === null || earlier === undefined) removed.push(id);
    else {
      const { values, kept } = restore(variant, earlier, written ?? {});
      if (values) variants.push(values);
      left.push(...kept.map((name) => `${variant.sku}: ${name}`));
    }
  }
  return {
    save: {
      version: product.version,
      before: product.fields,
      after: fields as unknown as ProductFields,
      variants,
      removed_variant_ids: removed,
      counts: [],
    } as unknown as Omit<ProductSave, "key">,
    left,
  };
}

function restore(
  variant: FileVariant,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { values: ProductSave["variants"][number] | undefined; kept: string[] } {
  const { archived: _, on_hand: __, ...current } = variant;
  const values: Record<string, unknown> = { ...current };
  const kept: string[] = [];
  for (const [name, written] of Object.entries(after)) {
    if (isSame(values[name], written)) values[name] = before[name];
    else if (!isSame(values[name], before[name])) kept.push(name);
  }
  return {
    values: isSame(values, current)
      ? undefined
      : (values as unknown as ProductSave["variants"][number]),
    kept,
  };
}

/** Takes back the pieces that the import counted; what was sold since stays sold. */
async function undoPieces(
  sql: Sql,
  task: RunningTask,
  rights: ImportRights,
  product: FileProduct,
  { pieces }: Written,
): Promise<string[]> {
  const left: string[] = [];
  for (const [variant_id, added] of Object.entries(pieces)) {
    if (added === 0) continue;
    const count = { variant_id, seen: added, counted: 0 };
    const short = rights.mayCount
      ? await countStock(sql, task.actorId, task.id, [count])
      : "not_permitted";
    const sku = product.variants.find(({ id }) => id === variant_id)?.sku ?? variant_id;
    if (short !== undefined) left.push(`${sku}: on_hand`);
  }
  return left;
}
