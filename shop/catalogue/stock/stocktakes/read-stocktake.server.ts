import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop, type Sql, type SqlFragment } from "#db/client.server.ts";
import { valuesAtCost } from "#shop/catalogue/stock/costs.server.ts";
import { searchVariants } from "#shop/catalogue/stock/list/find-variants.server.ts";
import { variantLabel } from "#shop/catalogue/stock/variant-label.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import {
  type LineView,
  linesPerPage,
  type Stocktake,
  type StocktakeLine,
  type StocktakeSummary,
} from "./stocktake.ts";

/** @returns undefined for an unknown one, and for staff who may not see stock */
export async function findStocktake(
  actor: Person,
  id: string,
  language: Language,
): Promise<Stocktake | undefined> {
  if (!may(actor, "stock.read") || !isUuid(id)) return undefined;
  const sql = asShop();
  const [row] = await sql<
    (Omit<Stocktake, "created_at" | "closed_at"> & { created_at: Date; closed_at: Date | null })[]
  >`
    select s.id, s.version, s.name, s.state, s.scope, s.query, s.is_blind, s.recount_over, s.created_at, s.closed_at,
      ${textIn(sql, sql`c.name`, language)} as category,
      coalesce(a.full_name, '') as created_by, coalesce(b.full_name, '') as closed_by,
      (select count(*)::int from stocktake_lines l where l.stocktake_id = s.id) as lines
    from stocktakes s left join categories c on c.id = s.category_id
    left join profiles a on a.id = s.created_by left join profiles b on b.id = s.closed_by
    where s.id = ${id}`;
  if (!row) return undefined;
  const { created_at, closed_at, ...rest } = row;
  return {
    ...rest,
    created_at: created_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
  };
}

export interface LineFilter {
  readonly q: string;
  readonly view: LineView | null;
  readonly after: string | null;
  readonly before: string | null;
}

export interface LinePage {
  readonly lines: readonly StocktakeLine[];
  /** The SKUs at which the neighbouring pages begin; null at the ends. */
  readonly after: string | null;
  readonly before: string | null;
}

const conditions: Readonly<Record<LineView, (sql: Sql, isReview: boolean) => SqlFragment>> = {
  uncounted: (sql) => sql`f.counted is null`,
  different: (sql) => sql`f.counted <> f.position`,
  recount: (sql, isReview) =>
    isReview ? sql`f.needs_recount` : sql`f.counted is null and f.round > 1`,
};

/** A page of the lines by SKU. A blind count hides the ledger's figures from everybody until the review. */
export async function listLines(
  actor: Person,
  { id, is_blind, state }: Stocktake,
  filter: LineFilter,
  language: Language,
  size = linesPerPage,
): Promise<LinePage> {
  if (!may(actor, "stock.read")) return { lines: [], after: null, before: null };
  const sql = asShop();
  const worth = worthOf(sql, await valuesAtCost(actor));
  const { where } = await searchVariants(sql, filter.q);
  const isBack = filter.after === null && filter.before !== null;
  const beyond =
    filter.after !== null
      ? sql`and v.sku > ${filter.after}`
      : filter.before !== null
        ? sql`and v.sku < ${filter.before}`
        : sql``;
  // A view that reads figures needs those of every line; the others only those of the page.
  const all = filter.view
    ? sql`join private.stocktake_figures(${id}) f on f.variant_id = l.variant_id and (${conditions[filter.view](sql, state === "review")})`
    : sql``;
  const page = await sql<{ variant_id: string; sku: string }[]>`
    select l.variant_id, v.sku from stocktake_lines l join product_variants v on v.id = l.variant_id ${all}
    where l.stocktake_id = ${id} and ${where} ${beyond}
    order by ${isBack ? sql`v.sku desc` : sql`v.sku`} limit ${size + 1}`;
  const shown = page.slice(0, size);
  const isMore = page.length > size;
  if (isBack) shown.reverse();
  const ids = shown.map(({ variant_id }) => variant_id);
  const hidesLedger = is_blind && (state === "draft" || state === "counting");
  const lines = await sql<StocktakeLine[]>`
    select v.id as variant_id, ${textIn(sql, sql`p.name`, language)} as product, ${variantLabel(sql, language)} as options,
      v.sku, v.barcode, f.round, f.is_excluded, f.booked, f.counted, f.counters,
      ${state === "review" ? sql`f.needs_recount` : sql`false`} as needs_recount,
      ${hidesLedger ? sql`false` : sql`f.has_moved`} as has_moved,
      ${hidesLedger ? sql`null::int` : sql`coalesce(f.position, i.on_hand)`} as position,
      ${hidesLedger ? sql`null::bigint` : sql`(f.counted - f.position) * ${worth}`} as value,
      (select sum(c.pieces)::int from private.standing_counts c where c.stocktake_id = ${id} and c.variant_id = v.id
        and c.round = f.round and c.counted_by = ${actor.id}) as own
    from unnest(${ids}::uuid[]) with ordinality wanted (id, place)
    join private.stocktake_figures(${id}, ${ids}::uuid[]) f on f.variant_id = wanted.id
    join product_variants v on v.id = f.variant_id join products p on p.id = v.product_id
    join stock_items i on i.variant_id = v.id
    order by wanted.place`;
  const hasEarlier = isBack ? isMore : filter.after !== null;
  return {
    lines,
    after: isBack || isMore ? (shown.at(-1)?.sku ?? null) : null,
    before: hasEarlier ? (shown[0]?.sku ?? null) : null,
  };
}

/** What a piece of `product_variants v` is worth. */
function worthOf(sql: Sql, isAtCost: boolean): SqlFragment {
  return isAtCost ? sql`private.cost_of(v.id)` : sql`v.price`;
}

/** The sums of the review. Pieces without a cost add nothing to values at cost. */
export async function summariseStocktake(actor: Person, id: string): Promise<StocktakeSummary> {
  const sql = asShop();
  const isAtCost = await valuesAtCost(actor);
  const worth = worthOf(sql, isAtCost);
  const [row] = await sql<StocktakeSummary[]>`
    select ${isAtCost} as is_at_cost, count(*)::int as lines, count(f.counted)::int as counted,
      count(*) filter (where d.pieces <> 0)::int as different,
      count(*) filter (where f.needs_recount)::int as recount,
      coalesce(-sum(d.pieces) filter (where d.pieces < 0), 0)::int as missing_pieces,
      coalesce(sum(d.pieces) filter (where d.pieces > 0), 0)::int as found_pieces,
      coalesce(-sum(d.pieces * ${worth}) filter (where d.pieces < 0), 0)::bigint as missing_value,
      coalesce(sum(d.pieces * ${worth}) filter (where d.pieces > 0), 0)::bigint as found_value
    from private.stocktake_figures(${id}) f join product_variants v on v.id = f.variant_id,
      lateral (select case when f.is_excluded then 0 else f.counted - f.position end as pieces) d`;
  if (!row) throw new Error("summing gave no row");
  return row;
}
