import type { Language } from "#base/language.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql } from "#db/client.server.ts";
import { searchCondition } from "#shop/catalogue/staff-search.server.ts";
import { countStock } from "#shop/catalogue/stock/change-stock.server.ts";
import { variantLabel } from "#shop/catalogue/stock/variant-label.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { LimitProblem } from "#shop/staff/approvals/approval.ts";
import { withCodedLimits } from "#shop/staff/approvals/with-limits.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { describeRows } from "./describe-rows.server.ts";
import type { GridChange } from "./grid-change.ts";

/** A variant as a row of the grid of prices and stock. */
export interface GridRow {
  readonly id: string;
  readonly version: number;
  readonly product_id: string;
  readonly product: string;
  /** The labels of its options. */
  readonly options: string;
  readonly sku: string;
  readonly price: Rupiah;
  readonly was_price: Rupiah | null;
  readonly on_hand: number;
}

export const rowsPerGrid = 50;

/** A search of the grid shows the variants of at most this many products, the newest. */
const maxSearchedProducts = 500;

/**
 * A page of variants by SKU.
 * @param after the SKU that the page follows; empty: the first page
 */
export async function listVariants(
  actor: Person,
  { q, after }: { readonly q: string; readonly after: string },
  language: Language,
): Promise<{
  rows: readonly GridRow[];
  after: string | null;
  /** The search has more products than the grid shows. */
  isCut: boolean;
}> {
  if (!may(actor, "products.read")) return { rows: [], after: null, isCut: false };
  const sql = asShop();
  const { where } = await searchCondition(sql, q);
  const searched = q
    ? await sql<{ id: string }[]>`
        select p.id from products p where p.status <> 'archived' ${where}
        order by p.created_at desc, p.id desc limit ${maxSearchedProducts}`
    : undefined;
  const rows = await sql<GridRow[]>`
    select v.id, v.version, v.product_id, ${textIn(sql, sql`p.name`, language)} as product, v.sku, v.price, v.was_price,
      s.on_hand,
      ${variantLabel(sql, language)} as options
    from product_variants v join products p on p.id = v.product_id join stock_items s on s.variant_id = v.id
    where not v.archived and v.sku > ${after} and p.status <> 'archived'
      ${searched ? sql`and v.product_id = any (${searched.map(({ id }) => id)}::uuid[])` : sql``}
    order by v.sku limit ${rowsPerGrid + 1}`;
  const page = rows.slice(0, rowsPerGrid);
  return {
    rows: page,
    after: rows.length > rowsPerGrid ? (page.at(-1)?.sku ?? null) : null,
    isCut: searched?.length === maxSearchedProducts,
  };
}

export interface GridProblem {
  readonly code: "not_permitted" | "stock_below_zero" | LimitProblem;
  /** The SKU whose stock would fall below zero. */
  readonly sku?: string;
}

/**
 * Saves changed rows together. A row that somebody else changed meanwhile keeps their values; the others are saved. Above
 * a limit of the actor all of them wait for a colleague.
 * @param key names the save, so that repeating it books nothing twice
 * @returns the ids of the rows that kept somebody else's values
 */
export function saveVariantRows(
  actor: Person,
  key: string,
  changes: readonly GridChange[],
): Promise<Result<{ kept: readonly string[] }, GridProblem>> {
  return withCodedLimits<{ kept: readonly string[] }, GridProblem>(
    actor,
    "products.read",
    () =>
      asStaff<{ kept: readonly string[] }, GridProblem>(
        actor,
        "products.read",
        (sql) => writeVariantRows(sql, actor.id, key, changes),
        { code: "not_permitted" },
      ),
    (sql) => describeRows(sql, changes),
  );
}

/** As `saveVariantRows`, in the caller's transaction in the name of a person, whose permissions it checks. */
export async function writeVariantRows(
  sql: Sql,
  actorId: string,
  key: string,
  changes: readonly GridChange[],
): Promise<Result<{ kept: readonly string[] }, GridProblem>> {
  const rows = sql.json(changes);
  const priced = await sql<{ id: string; is_priced: boolean; is_stale: boolean }[]>`
    select v.id, (v.price, v.was_price) is distinct from (n.price, n.was_price) as is_priced,
      v.version <> n.version as is_stale
    from jsonb_to_recordset(${rows}) n (id uuid, version int, price bigint, was_price bigint)
    join product_variants v on v.id = n.id order by v.id for update of v`;
  const wanted = priced.filter((row) => row.is_priced);
  const counts = changes.filter(({ seen, counted }) => seen !== counted);
  const [rights] = await sql<{ prices: boolean; stock: boolean }[]>`
    select private.may(${actorId}, 'prices.edit') as prices, private.may(${actorId}, 'stock.adjust') as stock`;
  if (wanted.length > 0 && !rights?.prices) return fail({ code: "not_permitted" });
  if (counts.length > 0 && !rights?.stock) return fail({ code: "not_permitted" });
  await sql`
    update product_variants v set price = n.price, was_price = n.was_price
    from jsonb_to_recordset(${rows}) n (id uuid, version int, price bigint, was_price bigint)
    where v.id = n.id and v.version = n.version
      and (v.price, v.was_price) is distinct from (n.price, n.was_price)`;
  if (counts.length > 0) {
    const short = await countStock(
      sql,
      actorId,
      key,
      counts.map(({ id, seen, counted }) => ({ variant_id: id, seen, counted })),
    );
    if (short !== undefined) return fail({ code: "stock_below_zero", sku: short });
  }
  return ok({ kept: wanted.filter((row) => row.is_stale).map(({ id }) => id) });
}
