import { cutText } from "#base/cut-text.ts";
import { inSavepoint, type Sql } from "#db/client.server.ts";
import { insertCategory } from "#shop/catalogue/products/categories/categories.server.ts";
import { insertDraft } from "#shop/catalogue/products/create-product.server.ts";
import { writeStatus } from "#shop/catalogue/products/publish-product.server.ts";
import {
  refusalOf,
  type Saver,
  writeProduct,
} from "#shop/catalogue/products/save-product.server.ts";
import { slugOf } from "#shop/catalogue/products/slug.ts";
import { failedRows } from "#shop/imports/failed-rows.ts";
import type { RowProblem } from "#shop/imports/kind.ts";
import type { TaskRow, TaskValue } from "#shop/staff/tasks/task.ts";
import { isSame } from "#shop/staff/three-way.ts";
import type { Column } from "./columns.ts";
import type { FileVariant } from "./export-row.ts";
import type { ProductPlan } from "./plan.ts";
import { levelsOf, pathKey } from "./read-categories.ts";
import { queuePictures } from "./write-addresses.server.ts";

/** What the importing person may do besides. */
export interface ImportRights extends Saver {
  readonly mayEdit: boolean;
  readonly mayPublish: boolean;
  readonly mayPicture: boolean;
}

export async function readRights(sql: Sql, actorId: string): Promise<ImportRights> {
  const [row] = await sql<Omit<ImportRights, "actorId">[]>`
    select 'products.edit' = any (p) as "mayEdit", 'products.publish' = any (p) as "mayPublish",
      'media.manage' = any (p) as "mayPicture", 'prices.edit' = any (p) as "mayPrice", 'stock.adjust' = any (p) as "mayCount"
    from coalesce(private.permissions_of(${actorId}), '{}') p`;
  return {
    actorId,
    mayEdit: row?.mayEdit ?? false,
    mayPublish: row?.mayPublish ?? false,
    mayPicture: row?.mayPicture ?? false,
    mayPrice: row?.mayPrice ?? false,
    mayCount: row?.mayCount ?? false,
  };
}

/** Ends the savepoint of a product with the reason. */
class Refused extends Error {
  readonly problem: Omit<RowProblem, "row_no">;

  constructor(problem: Omit<RowProblem, "row_no">) {
    super(problem.code);
    this.name = "Refused";
    this.problem = problem;
  }
}

/** What undoing needs to know: the values of each side, of what changed alone. */
export interface Written {
  readonly created: boolean;
  readonly fields: Readonly<Record<string, TaskValue>>;
  readonly status?: string;
  /** The value before the status changed. */
  readonly published_at?: string | null;
  /** By id; null before: the import added the variant. */
  readonly variants: Readonly<Record<string, Readonly<Record<string, TaskValue>> | null>>;
  /** Pieces that were added, by variant. */
  readonly pieces: Readonly<Record<string, number>>;
  /** Ids of the categories that were created for the product, parents first. Missing in rows of earlier releases. */
  readonly categories?: readonly string[];
}

/** A product as it was written. */
interface WrittenProduct {
  readonly id: string;
  readonly after: ProductPlan["save"]["after"];
  /** Ids, parents first. */
  readonly createdCategories: readonly string[];
}

/**
 * Writes a planned product whole, or nothing of it.
 * @param categories by name in small letters; gains those that are created
 * @returns the rows to list
 */
export async function applyPlan(
  sql: Sql,
  plan: ProductPlan,
  rights: ImportRights,
  categories: Map<string, string>,
  importId: string,
): Promise<TaskRow[]> {
  if (plan.problems.length > 0) return failedRows(plan, plan.problems);
  if (!rights.mayEdit) return failedRows(plan, everyRow(plan, { code: "not_permitted" }));
  // Categories that were created for a refused product are rolled back with it.
  const own = plan.newCategories.length > 0 ? new Map(categories) : categories;
  try {
    const written = await inSavepoint(sql, async (inner) => {
      const product = await write(inner, plan, rights, own);
      await queuePictures(inner, product.id, importId, plan.pictures);
      return product;
    });
    if (own !== categories) for (const [key, category] of own) categories.set(key, category);
    return [doneRow(plan, written)];
  } catch (error) {
    const refusal = error instanceof Refused ? error.problem : refusalOf(error);
    if (!refusal) throw error;
    return failedRows(plan, everyRow(plan, refusal));
  }
}

/** The row that names the SKU of a problem, or the first one. */
function everyRow(
  plan: ProductPlan,
  { code, ...rest }: { readonly code: string; readonly value?: string; readonly sku?: string },
): RowProblem[] {
  const value = rest.value ?? rest.sku;
  const row = plan.rows.find(({ cells }) => cells.sku?.trim() === rest.sku) ?? plan.rows[0];
  const column = columnsOfCodes[code];
  return [
    {
      row_no: row?.row_no ?? 0,
      code,
      ...(column === undefined ? {} : { column }),
      ...(value === undefined ? {} : { value }),
    },
  ];
}

/** Where to mend what the database refuses. */
const columnsOfCodes: Readonly<Record<string, Column>> = {
  sku_taken: "sku",
  barcode_taken: "barcode",
  barcode_invalid: "barcode",
  prices_not_permitted: "harga",
  price_cut_over_limit: "harga",
  write_off_over_limit: "stok",
  publish_not_permitted: "status",
  product_incomplete: "status",
  stock_below_zero: "stok",
  product_slug_taken: "alamat",
  product_slug_redirected: "alamat",
  product_shipping_class_unknown: "kelas_kirim",
  category_unknown: "kategori",
  variant_options_taken: "nilai1",
  variant_options_invalid: "nilai1",
};

async function write(
  sql: Sql,
  { product, save, status, newCategories }: ProductPlan,
  rights: ImportRights,
  categories: Map<string, string>,
): Promise<WrittenProduct> {
  const id = product?.id ?? crypto.randomUUID();
  const { ids: added, created } = await addCategories(sql, newCategories, categories);
  let { after } = save;
  if (added.length > 0) {
    after = { ...after, category_ids: [...new Set([...after.category_ids, ...added])].sort() };
  }
  if (!product) {
    await insertDraft(sql, id, after.slug, after.name);
    const [made] = await sql<{ slug: string }[]>`select slug from products where id = ${id}`;
    after = { ...after, slug: made?.slug ?? after.slug };
  }
  const saved = await writeProduct(sql, rights, id, { ...save, after });
  if (!saved.ok) {
    const { problem } = saved;
    throw new Refused({
      code: problem.code,
      ...("product" in problem && problem.product
        ? { value: `${problem.sku} · ${problem.product}` }
        : "sku" in problem
          ? { value: problem.sku }
          : {}),
    });
  }
  if (status !== null && status !== (product?.status ?? "draft")) {
    if (!rights.mayPublish) throw new Refused({ code: "publish_not_permitted" });
    const published = await writeStatus(sql, id, { version: null, status, publishAt: null });
    if (!published.ok) throw new Refused({ code: published.problem.code });
  }
  return { id, after, createdCategories: created };
}

/** @returns the ids of the last categories of the paths, and of the categories that were created, parents first */
async function addCategories(
  sql: Sql,
  paths: readonly string[],
  categories: Map<string, string>,
): Promise<{ ids: string[]; created: string[] }> {
  const ids: string[] = [];
  const created: string[] = [];
  for (const path of paths) {
    const levels = levelsOf(path);
    let parent: string | null = null;
    for (const [depth, name] of levels.entries()) {
      const key = pathKey(levels.slice(0, depth + 1));
      const known: string | undefined =
        categories.get(key) ??
        (levels.length === 1 ? categories.get(name.toLowerCase()) : undefined);
      if (known === undefined) {
        parent = await addCategory(sql, name, parent);
        created.push(parent);
      } else parent = known;
      categories.set(key, parent);
      if (!categories.has(name.toLowerCase())) categories.set(name.toLowerCase(), parent);
    }
    if (parent !== null) ids.push(parent);
  }
  return { ids, created };
}

async function addCategory(sql: Sql, name: string, parent_id: string | null): Promise<string> {
  const id = crypto.randomUUID();
  const slug = slugOf(name) || `kategori-${id.slice(0, 8)}`;
  const [taken] = await sql`select from categories where slug = ${slug}`;
  await insertCategory(sql, {
    id,
    slug: taken ? `${slug}-${id.slice(0, 8)}` : slug,
    name: { id: cutText(name, 80), en: "" },
    description: { id: "", en: "" },
    published: false,
    parent_id,
  });
  return id;
}

function doneRow(
  { product, rows, save, status }: ProductPlan,
  { id, after: fields, createdCategories }: WrittenProduct,
): TaskRow {
  const before: Record<string, TaskValue> = {};
  const after: Record<string, TaskValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    const earlier = save.before[name as keyof typeof save.before];
    if (isSame(earlier, value)) continue;
    before[name] = earlier as TaskValue;
    after[name] = value as TaskValue;
  }
  const variants = sidesOfVariants(product?.variants ?? [], save.variants);
  const pieces = Object.fromEntries(
    save.counts.map(({ variant_id, seen, counted }) => [variant_id, counted - seen]),
  );
  const statuses =
    status !== null && product && status !== product.status
      ? [{ status: product.status, published_at: product.published_at }, { status }]
      : [{}, {}];
  const created = product === null;
  return {
    row_no: rows[0]?.row_no ?? 0,
    subject_id: id,
    outcome: "done",
    code: created ? "create" : "change",
    field: cutText(save.after.name.id, 120),
    before: {
      created,
      fields: created ? {} : before,
      variants: variants.before,
      pieces,
      ...statuses[0],
    },
    after: {
      created,
      fields: created ? {} : after,
      variants: variants.after,
      pieces,
      ...statuses[1],
      ...(createdCategories.length > 0 ? { categories: createdCategories } : {}),
    },
  };
}

function sidesOfVariants(
  known: readonly FileVariant[],
  written: ProductPlan["save"]["variants"],
): { before: Written["variants"]; after: Written["variants"] } {
  const before: Record<string, Record<string, TaskValue> | null> = {};
  const after: Record<string, Record<string, TaskValue>> = {};
  for (const { id, version: _, ...values } of written) {
    const earlier = known.find((variant) => variant.id === id);
    const names = Object.keys(values) as (keyof typeof values)[];
    const changed = earlier ? names.filter((name) => !isSame(earlier[name], values[name])) : names;
    before[id] = earlier
      ? Object.fromEntries(changed.map((name) => [name, earlier[name] as TaskValue]))
      : null;
    after[id] = Object.fromEntries(changed.map((name) => [name, values[name] as TaskValue]));
  }
  return { before, after };
}
