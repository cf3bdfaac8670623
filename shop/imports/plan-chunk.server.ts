import type { Sql } from "#db/client.server.ts";
import type { UnknownCategories } from "./import.ts";
import type { PlanContext, ProductPlan, StagedRow } from "./plan.ts";
import { planProduct } from "./plan-product.ts";
import { readCategorySlugs, readFileProducts } from "./read-products.server.ts";

/** Products of one chunk. */
export const productsPerChunk = 200;

export interface PlannedChunk {
  readonly plans: readonly (ProductPlan & { readonly key: string })[];
  /** The key of the last product; null: there are no more. */
  readonly after: string | null;
  readonly context: PlanContext;
}

/**
 * Plans the next products of an import.
 * @param after the key of the product before the chunk
 * @param lock `for update` for a chunk that writes
 */
export async function planChunk(
  sql: Sql,
  {
    id,
    unknown_categories,
  }: { readonly id: string; readonly unknown_categories: UnknownCategories },
  after: string,
  key: string,
  lock: "for update" | "",
): Promise<PlannedChunk> {
  const keys = await sql<{ product_key: string }[]>`
    select distinct product_key from private.import_rows where import_id = ${id} and product_key > ${after}
    order by product_key limit ${productsPerChunk}`;
  const last = keys.at(-1)?.product_key;
  const context = await readContext(sql, unknown_categories, key);
  if (last === undefined) return { plans: [], after: null, context };
  const plans = await planKeys(
    sql,
    id,
    keys.map((row) => row.product_key),
    context,
    lock,
  );
  return { plans, after: keys.length < productsPerChunk ? null : last, context };
}

/** Plans some products of an import, in the order of their keys. */
export async function planKeys(
  sql: Sql,
  importId: string,
  keys: readonly string[],
  context: PlanContext,
  lock: "for update" | "",
): Promise<readonly (ProductPlan & { readonly key: string })[]> {
  const rows = await sql<
    { product_key: string; row_no: number; cells: Omit<StagedRow, "row_no"> }[]
  >`
    select product_key, row_no, cells from private.import_rows
    where import_id = ${importId} and product_key = any (${[...keys]}) order by product_key, row_no`;
  const groups = new Map<string, StagedRow[]>();
  for (const { product_key, row_no, cells } of rows) {
    const row: StagedRow = {
      row_no,
      cells: cells.cells,
      ...(cells.misfit ? { misfit: cells.misfit } : {}),
    };
    const known = groups.get(product_key);
    if (known) known.push(row);
    else groups.set(product_key, [row]);
  }
  const ids = [...groups.keys()]
    .filter((name) => name.startsWith("p:"))
    .map((name) => name.slice(2));
  const products = await readFileProducts(sql, ids, lock);
  return [...groups].map(([name, staged]) => {
    const product = name.startsWith("p:") ? products.get(name.slice(2)) : undefined;
    const plan = planProduct(product ?? null, staged, context);
    // The product was deleted after the file was read, or the row names none.
    const isUnknown = name.startsWith("u:") || (name.startsWith("p:") && !product);
    const [first] = staged;
    return isUnknown && first
      ? {
          ...plan,
          key: name,
          problems: [{ row_no: first.row_no, code: "product_unknown" }, ...plan.problems],
        }
      : { ...plan, key: name };
  });
}

async function readContext(
  sql: Sql,
  unknownCategories: UnknownCategories,
  key: string,
): Promise<PlanContext & { categories: Map<string, string> }> {
  const [slugs, names] = await Promise.all([
    readCategorySlugs(sql),
    sql<{ id: string; slug: string; name: { id: string; en: string } }[]>`
      select id, slug, name from categories order by position desc, id`,
  ]);
  const categories = new Map<string, string>();
  for (const { id, slug, name } of names) {
    for (const text of [name.en, name.id, slug]) {
      if (text) categories.set(text.toLowerCase(), id);
    }
  }
  return { slugs, categories, unknownCategories, key, newId: () => crypto.randomUUID() };
}
