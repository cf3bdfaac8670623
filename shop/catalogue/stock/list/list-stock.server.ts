import type { Language } from "#base/language.ts";
import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import { valuesAtCost } from "#shop/catalogue/stock/costs.server.ts";
import { variantLabel } from "#shop/catalogue/stock/variant-label.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { maxCount } from "#shop/kernel/newest-first.server.ts";
import { searchVariants } from "./find-variants.server.ts";
import { type StockFilter, type StockView, stockRowsPerPage } from "./stock-filter.ts";

/** A variant on the stock page. Figures are pieces. */
export interface StockRow {
  readonly variant_id: string;
  readonly product_id: string;
  readonly product: string;
  /** The labels of its options. */
  readonly options: string;
  readonly sku: string;
  readonly on_hand: number;
  readonly held: number;
  /** Promised to placed orders. */
  readonly allocated: number;
  readonly safety: number;
  readonly available: number;
  /** Stock is low from here down. */
  readonly low_at: number;
  readonly band: "in" | "low" | "out";
  /** What the pieces on hand cost; null without a cost, absent for staff who may not see costs. */
  readonly value?: Rupiah | null;
}

export interface StockList {
  readonly rows: readonly StockRow[];
  /** Null for a search. */
  readonly counts: Readonly<Record<StockView, number>> | null;
  /** The SKUs at which the neighbouring pages begin; null at the ends. */
  readonly after: string | null;
  readonly before: string | null;
  readonly isCut: boolean;
}

/** A page of the stock by SKU: the variants that are not archived, of products that are not archived. */
export async function listStock(
  actor: Person,
  filter: StockFilter,
  language: Language,
): Promise<StockList> {
  if (!may(actor, "stock.read")) {
    return { rows: [], counts: null, after: null, before: null, isCut: false };
  }
  const sql = asShop();
  const search = await searchVariants(sql, filter.q);
  const [found, counts] = await Promise.all([
    sql<StockRow[]>`${stockQuery(sql, filter, search.where, language)}`,
    filter.q === "" ? countBands(sql) : null,
  ]);
  const rows = found.slice(0, stockRowsPerPage);
  const isMore = found.length > stockRowsPerPage;
  const isBack = filter.after === null && filter.before !== null;
  if (isBack) rows.reverse();
  const hasEarlier = isBack ? isMore : filter.after !== null;
  return {
    rows: (await valuesAtCost(actor)) ? await withValues(sql, rows) : rows,
    counts,
    after: isBack || isMore ? (rows.at(-1)?.sku ?? null) : null,
    before: hasEarlier ? (rows[0]?.sku ?? null) : null,
    isCut: search.isCut,
  };
}

/** What all pieces on hand are worth, in rupiah. */
export interface StockWorth {
  readonly pieces: number;
  /** At selling prices, tax included. */
  readonly at_price: Rupiah;
  /** Absent for staff who may not see costs, and in a shop without any. */
  readonly at_cost?: Rupiah;
  /** Pieces without a cost, which `at_cost` leaves out. */
  readonly without_cost?: number;
}

/** Sums the stock of every variant on the stock page. Null for staff who may not see stock. */
export async function sumStock(actor: Person): Promise<StockWorth | null> {
  if (!may(actor, "stock.read")) return null;
  const sql = asShop();
  const isAtCost = await valuesAtCost(actor);
  // The newest cost of each variant once, instead of a search for each of them.
  const [row] = await sql<StockWorth[]>`
    select coalesce(sum(i.on_hand), 0)::bigint as pieces, coalesce(sum(i.on_hand * v.price), 0)::bigint as at_price
      ${
        isAtCost
          ? sql`, coalesce(sum(i.on_hand * k.cost), 0)::bigint as at_cost,
              coalesce(sum(i.on_hand) filter (where k.cost is null), 0)::bigint as without_cost`
          : sql``
      }
    from product_variants v join products p on p.id = v.product_id join stock_items i on i.variant_id = v.id
    ${
      isAtCost
        ? sql`left join (select distinct on (variant_id) variant_id, cost from variant_costs order by variant_id, id desc) k
            on k.variant_id = v.id`
        : sql``
    }
    where not v.archived and p.status <> 'archived' and i.on_hand > 0`;
  if (!row) throw new Error("summing gave no row");
  return row;
}

async function withValues(sql: Sql, rows: readonly StockRow[]): Promise<StockRow[]> {
  const ids = rows.map(({ variant_id }) => variant_id);
  const costs = await sql<{ id: string; cost: Rupiah | null }[]>`
    select id, private.cost_of(id) as cost from unnest(${ids}::uuid[]) id`;
  const known = new Map(costs.map(({ id, cost }) => [id, cost]));
  return rows.map((row) => {
    const cost = known.get(row.variant_id) ?? null;
    return { ...row, value: cost === null ? null : cost * row.on_hand };
  });
}

/** The statement of a page. It walks an index on the SKU, or sorts the few matches of a search. */
export function stockQuery(
  sql: Sql,
  { view, after, before }: StockFilter,
  search: SqlFragment,
  language: Language,
): SqlFragment {
  const isBack = after === null && before !== null;
  const beyond =
    after !== null
      ? sql`and v.sku > ${after}`
      : before !== null
        ? sql`and v.sku < ${before}`
        : sql``;
  return sql`
    select v.id as variant_id, p.id as product_id, ${textIn(sql, sql`p.name`, language)} as product,
      ${variantLabel(sql, language)} as options, v.sku, i.on_hand, i.held, i.allocated, i.safety, i.available,
      coalesce(p.low_stock_at, s.low_stock_pieces) as low_at, v.stock_band as band
    from product_variants v join products p on p.id = v.product_id join stock_items i on i.variant_id = v.id
    cross join shop_settings s
    where not v.archived and p.status <> 'archived' and ${search} ${beyond}
      ${view === "low" ? sql`and v.stock_band = 'low'` : view === "out" ? sql`and v.stock_band = 'out'` : sql``}
    order by ${isBack ? sql`v.sku desc` : sql`v.sku`} limit ${stockRowsPerPage + 1}`;
}

async function countBands(sql: Sql): Promise<Record<StockView, number>> {
  const count = (band: SqlFragment) => sql`(
    select count(*)::int from (
      select from product_variants v join products p on p.id = v.product_id
      where not v.archived and v.stock_band = ${band} and p.status <> 'archived' limit ${maxCount + 1}) counted)`;
  const [row] = await sql<Record<StockView, number>[]>`
    select ${count(sql`'low'`)} as low, ${count(sql`'out'`)} as out`;
  if (!row) throw new Error("counting gave no row");
  return row;
}
