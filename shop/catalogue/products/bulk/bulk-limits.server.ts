import type { Sql } from "#db/client.server.ts";
import { maxShownChanges, type NewApproval } from "#shop/staff/approvals/approval.ts";
import type { BulkChange, BulkInput, Selection } from "./bulk-change.ts";
import { changePrice } from "./round-price.ts";
import { selected } from "./selected-products.server.ts";

type PriceChange = Extract<BulkChange, { kind: "price" }>;

export interface BulkTask {
  readonly id: string;
  readonly title: string;
  readonly input: BulkInput;
  readonly total?: number;
}

/**
 * The largest cut of a change in percent, rounded up, when it is above the person's limit. A variant that was cut today
 * already is measured when its turn comes; its product then fails.
 */
export async function cutAboveLimit(
  sql: Sql,
  personId: string,
  selection: Selection,
  change: PriceChange,
): Promise<number | undefined> {
  const [limit] = await sql<{ percent: number | null }[]>`
    select private.limit_of(${personId}, 'price_cut') as percent`;
  if (!limit || limit.percent === null) return undefined;
  const { where } = await selected(sql, selection);
  const prices = await sql<{ price: number }[]>`
    select distinct v.price from products p join product_variants v on v.product_id = p.id
    where p.published_at is not null and not v.archived and v.price > 0 and ${where}`;
  const cuts = prices.map(({ price }) => {
    const after = changePrice(price, change);
    return after > 0 ? Math.ceil(((price - after) * 100) / price) : 0;
  });
  const largest = cuts.reduce((a, b) => Math.max(a, b), 0);
  return largest > limit.percent ? largest : undefined;
}

export interface PriceSample {
  readonly sku: string;
  readonly before: number;
  readonly after: number;
}

/** Counts the products and variants of a price change, and lists the `limit` lowest prices: their relative change is the largest. */
export async function samplePrices(
  sql: Sql,
  selection: Selection,
  change: PriceChange,
  limit: number,
): Promise<{
  readonly products: number;
  readonly variants: number;
  readonly sample: readonly PriceSample[];
}> {
  const { where } = await selected(sql, selection);
  const [products] = await sql<{ n: number }[]>`
    select count(*)::int as n from products p where ${where}`;
  const [variants] = await sql<{ n: number }[]>`
    select count(*)::int as n from products p join product_variants v on v.product_id = p.id
    where not v.archived and ${where}`;
  const sample = await sql<{ sku: string; price: number }[]>`
    select v.sku, v.price from products p join product_variants v on v.product_id = p.id
    where not v.archived and v.price > 0 and ${where} order by v.price, v.sku limit ${limit}`;
  return {
    products: products?.n ?? 0,
    variants: variants?.n ?? 0,
    sample: sample.map(({ sku, price }) => ({
      sku,
      before: price,
      after: changePrice(price, change),
    })),
  };
}

/**
 * The approval request for a bulk price change. It stores the ids of the products that match now, because the
 * requester could otherwise make further products match before and after the approval.
 */
export async function describeBulk(sql: Sql, task: BulkTask): Promise<NewApproval | undefined> {
  const { selection, change } = task.input;
  if (change.kind !== "price") return undefined;
  const { where } = await selected(sql, selection);
  const matching = await sql<{ id: string }[]>`
    select p.id from products p where ${where} order by p.id`;
  const ids = matching.map(({ id }) => id);
  const { products, variants, sample } = await samplePrices(
    sql,
    selection,
    change,
    maxShownChanges,
  );
  return {
    kind: "bulk-price",
    subjectId: task.id,
    permissions: ["prices.edit"],
    payload: { ...task, total: ids.length, input: { selection: { of: "chosen", ids }, change } },
    shown: {
      title: task.title,
      things: products,
      step: { by: change.by, value: change.value },
      changes: sample.map(({ sku, before, after }) => ({ of: sku, field: "price", before, after })),
      total: variants,
    },
  };
}
