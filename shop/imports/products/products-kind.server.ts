import { setImmediate } from "node:timers/promises";
import type { Sql } from "#db/client.server.ts";
import type { ImportFile, ImportKind, RunContext, StagedRow, Worker } from "#shop/imports/kind.ts";
import { applyPlan, readRights } from "./apply-plan.server.ts";
import { productColumns, sourceColumns } from "./columns.ts";
import { productRows } from "./export-row.ts";
import { findProductKeys, linkVariations } from "./find-keys.server.ts";
import { findTaken } from "./find-taken.server.ts";
import { measurePlans } from "./measure-plans.server.ts";
import type { PlanContext, ProductPlan } from "./plan.ts";
import { planProduct } from "./plan-product.ts";
import { pathKey } from "./read-categories.ts";
import { readCategorySlugs, readFileProducts } from "./read-products.server.ts";
import { recogniseProducts } from "./sources.ts";
import { undoProducts } from "./undo-products.server.ts";
import { startFetching } from "./write-addresses.server.ts";

/** Products read at a time for an export. */
const productsPerRead = 200;

/** Products with their variants, prices and stock; one row is one variant. */
export const productsKind: ImportKind<ProductPlan> = {
  name: "products",
  columns: productColumns,
  extraColumns: sourceColumns,
  identity: ["id_varian", "alamat", "sku", "nama_id"],
  permission: "imports.run",
  exportPermissions: ["products.read", "stock.read"],
  page: "/admin/Products",
  hasCategories: true,
  recognise(headers) {
    const found = recogniseProducts(headers);
    return found.source === null && !("nama_id" in found.mapping || "harga" in found.mapping)
      ? undefined
      : found;
  },
  keysOf: findProductKeys,
  linkRows: linkVariations,
  open,
  findTaken,
  measure: measurePlans,
  undo: undoProducts,
  finished: startFetching,
  async countExport(sql, max) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from (select from product_variants where not archived limit ${max}) counted`;
    return row?.n ?? 0;
  },
  async exportRows(sql, after) {
    const ids = await sql<{ id: string }[]>`
      select id from products where ${after}::uuid is null or id > ${after}::uuid order by id limit ${productsPerRead}`;
    const [products, slugs] = await Promise.all([
      readFileProducts(
        sql,
        ids.map(({ id }) => id),
      ),
      readCategorySlugs(sql),
    ]);
    return {
      rows: [...products.values()].flatMap((product) => productRows(product, slugs)),
      after: ids.length < productsPerRead ? null : (ids.at(-1)?.id ?? null),
    };
  },
};

async function open(sql: Sql, file: ImportFile, run: RunContext): Promise<Worker<ProductPlan>> {
  const rights = await readRights(sql, run.actorId);
  const context = await readContext(sql, file, run, rights.mayPicture);
  // Categories that the chunk creates are known to its later products.
  const categories = new Map(context.categories);
  return {
    plan: (groups) => planProducts(sql, groups, context, run.isWriting ? "for update" : ""),
    apply: (plan) => applyPlan(sql, plan, rights, categories, file.id),
  };
}

async function planProducts(
  sql: Sql,
  groups: ReadonlyMap<string, readonly StagedRow[]>,
  context: PlanContext,
  lock: "for update" | "",
): Promise<readonly ProductPlan[]> {
  const ids = [...groups.keys()].filter((key) => key.startsWith("p:")).map((key) => key.slice(2));
  const products = await readFileProducts(sql, ids, lock);
  const plans: ProductPlan[] = [];
  for (const [key, rows] of groups) {
    const product = key.startsWith("p:") ? products.get(key.slice(2)) : undefined;
    const plan = planProduct(key, product ?? null, rows, context);
    // The product was deleted after the file was read, or the row names none.
    const isUnknown = key.startsWith("u:") || (key.startsWith("p:") && !product);
    const [first] = rows;
    const problem = isUnknown && first && { row_no: first.row_no, code: "product_unknown" };
    plans.push(problem ? { ...plan, problems: [problem, ...plan.problems] } : plan);
    // A product of many rows takes milliseconds, in which no page is sent.
    await setImmediate();
  }
  return plans;
}

async function readContext(
  sql: Sql,
  { unknown_categories }: ImportFile,
  { key }: RunContext,
  mayPicture: boolean,
): Promise<PlanContext> {
  const [slugs, names] = await Promise.all([
    readCategorySlugs(sql),
    sql<{ id: string; slug: string; name: { id: string; en: string }; path: string[] }[]>`
      select id, slug, name, path from categories order by position desc, id`,
  ]);
  const categories = new Map<string, string>();
  for (const { id, slug, name } of names) {
    for (const text of [name.en, name.id, slug]) {
      if (text) categories.set(text.toLowerCase(), id);
    }
  }
  const byId = new Map(names.map((one) => [one.id, one.name]));
  for (const { id, path } of names) {
    for (const language of ["en", "id"] as const) {
      const levels = path.map((above) => byId.get(above)?.[language] || byId.get(above)?.id || "");
      categories.set(pathKey(levels), id);
    }
  }
  const newId = () => crypto.randomUUID();
  return { slugs, categories, unknownCategories: unknown_categories, mayPicture, key, newId };
}
