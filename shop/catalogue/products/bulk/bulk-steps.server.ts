import type { Sql } from "#db/client.server.ts";
import type { GridChange } from "#shop/catalogue/products/grid/grid-change.ts";
import { writeVariantRows } from "#shop/catalogue/products/grid/variant-grid.server.ts";
import type { ProductStatus } from "#shop/catalogue/products/product.ts";
import {
  restoreStatus,
  type StatusBefore,
  writeStatus,
} from "#shop/catalogue/products/publish-product.server.ts";
import type { TaskRow, TaskValue } from "#shop/staff/tasks/task.ts";
import type { RunningTask } from "#shop/staff/tasks/task-kind.ts";
import type { BulkChange } from "./bulk-change.ts";
import { changePrice } from "./round-price.ts";

type Outcome = Pick<TaskRow, "outcome" | "code" | "before" | "after">;
/** Id and price of each variant. */
type Prices = readonly (readonly [string, number])[];

const unchanged: Outcome = { outcome: "unchanged" };
const failed = (code: string): Outcome => ({ outcome: "failed", code });

/** Changes one product by the use case of one product. Undoing needs `before` and `after`. */
export function changeOne(
  sql: Sql,
  task: RunningTask,
  id: string,
  change: BulkChange,
): Promise<Outcome> {
  switch (change.kind) {
    case "status":
      return changeStatus(sql, id, change.status);
    case "category":
      return changeCategory(sql, id, change);
    case "tag":
      return changeTag(sql, id, change);
    case "price":
      return changePrices(sql, task, id, change);
  }
}

async function statusOf(sql: Sql, id: string): Promise<StatusBefore | undefined> {
  const [product] = await sql<StatusBefore[]>`
    select status, published_at::text from products where id = ${id} for update`;
  return product;
}

async function changeStatus(sql: Sql, id: string, status: ProductStatus): Promise<Outcome> {
  const before = await statusOf(sql, id);
  if (before?.status === status) return unchanged;
  const written = await writeStatus(sql, id, { version: null, status, publishAt: null });
  if (!written.ok) return failed(written.problem.code);
  return { outcome: "done", before: { ...before }, after: { status } };
}

async function changeCategory(
  sql: Sql,
  id: string,
  { mode, category_id }: Extract<BulkChange, { kind: "category" }>,
): Promise<Outcome> {
  const [product] = await sql`select from products where id = ${id} for update`;
  if (!product) return failed("not_found");
  const rows =
    mode === "add"
      ? await sql`
          insert into product_categories (product_id, category_id) values (${id}, ${category_id})
          on conflict do nothing returning product_id`
      : await sql`
          delete from product_categories where product_id = ${id} and category_id = ${category_id}
          returning product_id`;
  return rows.length === 0 ? unchanged : { outcome: "done", before: null, after: { mode } };
}

/** A product has at most this many tags, as in the editor (product-input.ts). */
const maxTags = 50;

async function changeTag(
  sql: Sql,
  id: string,
  { mode, tag }: Extract<BulkChange, { kind: "tag" }>,
): Promise<Outcome> {
  const [product] = await sql<{ tags: string[] }[]>`
    select tags from products where id = ${id} for update`;
  if (!product) return failed("not_found");
  const { tags } = product;
  if (tags.includes(tag) === (mode === "add")) return unchanged;
  if (mode === "add" && tags.length >= maxTags) return failed("too_many");
  const changed = mode === "add" ? [...tags, tag] : tags.filter((one) => one !== tag);
  await sql`update products set tags = ${changed} where id = ${id}`;
  return { outcome: "done", before: null, after: { mode } };
}

interface Variant {
  readonly id: string;
  readonly version: number;
  readonly price: number;
  readonly was_price: number | null;
}

function variantsOf(sql: Sql, id: string): Promise<readonly Variant[]> {
  return sql<Variant[]>`
    select id, version, price, was_price from product_variants
    where product_id = ${id} and not archived order by id for update`.then((rows) => [...rows]);
}

const withPrice = (variant: Variant, price: number): GridChange => ({
  ...variant,
  price,
  seen: 0,
  counted: 0,
});
const pricesOf = (variants: readonly { readonly id: string; readonly price: number }[]): Prices =>
  variants.map(({ id, price }) => [id, price]);

async function changePrices(
  sql: Sql,
  task: RunningTask,
  id: string,
  change: Extract<BulkChange, { kind: "price" }>,
): Promise<Outcome> {
  const variants = await variantsOf(sql, id);
  const changes = variants
    .map((variant) => withPrice(variant, changePrice(variant.price, change)))
    .filter(({ price }, place) => price !== variants[place]?.price);
  if (changes.length === 0) return unchanged;
  if (changes.some(({ price }) => price <= 0)) return failed("price_not_positive");
  if (changes.some(({ price, was_price }) => was_price !== null && was_price <= price)) {
    return failed("was_price_invalid");
  }
  const written = await writeVariantRows(sql, task.actorId, task.id, changes);
  if (!written.ok) return failed(written.problem.code);
  const changed = new Set(changes.map((one) => one.id));
  return {
    outcome: "done",
    before: pricesOf(variants.filter((one) => changed.has(one.id))),
    after: pricesOf(changes),
  };
}

/**
 * Puts one product back.
 * @returns why not: `changed_since` when somebody changed it afterwards
 */
export async function undoOne(
  sql: Sql,
  task: RunningTask,
  id: string,
  change: BulkChange,
  before: TaskValue,
  after: TaskValue,
): Promise<string | null> {
  switch (change.kind) {
    case "status": {
      const now = await statusOf(sql, id);
      if (now?.status !== change.status) return "changed_since";
      const put = await restoreStatus(sql, id, before as unknown as StatusBefore);
      return put.ok ? null : put.problem.code;
    }
    case "category": {
      const mode = change.mode === "add" ? "remove" : "add";
      const { outcome, code } = await changeCategory(sql, id, { ...change, mode });
      return outcome === "done" ? null : (code ?? "changed_since");
    }
    case "tag": {
      const mode = change.mode === "add" ? "remove" : "add";
      const { outcome, code } = await changeTag(sql, id, { ...change, mode });
      return outcome === "done" ? null : (code ?? "changed_since");
    }
    case "price": {
      const variants = new Map((await variantsOf(sql, id)).map((one) => [one.id, one]));
      const written = new Map(after as unknown as Prices);
      const changes: GridChange[] = [];
      for (const [variantId, price] of before as unknown as Prices) {
        const variant = variants.get(variantId);
        if (!variant || variant.price !== written.get(variantId)) return "changed_since";
        changes.push(withPrice(variant, price));
      }
      const put = await writeVariantRows(sql, task.actorId, task.id, changes);
      return put.ok ? null : put.problem.code;
    }
  }
}
