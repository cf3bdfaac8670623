import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { StockMovement } from "./stock-ledger.ts";
import { variantLabel } from "./variant-label.server.ts";

export interface VariantStock {
  readonly variant_id: string;
  readonly product_id: string;
  readonly product: string;
  readonly sku: string;
  /** The labels of its options. */
  readonly options: string;
  readonly on_hand: number;
  readonly allocated: number;
  readonly held: number;
  readonly safety: number;
  readonly available: number;
  /** Stock of the product's variants is low from here down; null: the shop's own limit applies. */
  readonly low_stock_at: number | null;
  readonly low_stock_pieces: number;
}

export const movementsPerPage = 50;

/** The stock of a variant with a page of its ledger, newest first. @param before the movement that the page follows */
export async function findVariantStock(
  actor: Person,
  variantId: string,
  before: number | null,
  language: Language,
): Promise<
  { stock: VariantStock; movements: readonly StockMovement[]; older: number | null } | undefined
> {
  if (!may(actor, "stock.read") || !isUuid(variantId)) return undefined;
  const sql = asShop();
  const [stock] = await sql<VariantStock[]>`
    select v.id as variant_id, p.id as product_id, ${textIn(sql, sql`p.name`, language)} as product,
      v.sku, s.on_hand, s.allocated, s.held, s.safety, s.available, p.low_stock_at, k.low_stock_pieces,
      ${variantLabel(sql, language)} as options
    from product_variants v join products p on p.id = v.product_id join stock_items s on s.variant_id = v.id
    cross join shop_settings k where v.id = ${variantId}`;
  if (!stock) return undefined;
  const rows = await sql<
    (Omit<StockMovement, "at" | "order"> & {
      at: Date;
      order_id: string | null;
      order_number: string | null;
    })[]
  >`
    select m.id, m.kind, m.quantity, m.reason, m.note, m.at, m.order_id, o.number as order_number,
      coalesce(nullif(a.full_name, ''), '') as actor,
      -- Pieces on hand now, less what moved later: after this page of the ledger, and above on it.
      (s.on_hand - later.change - coalesce(sum(private.on_hand_change(m.kind, m.quantity))
        over (order by m.id desc rows between unbounded preceding and 1 preceding), 0))::int as on_hand
    from (select * from stock_movements where variant_id = ${variantId} ${before === null ? sql`` : sql`and id < ${before}`}
      order by id desc limit ${movementsPerPage + 1}) m
    join stock_items s on s.variant_id = m.variant_id
    cross join (select coalesce(sum(private.on_hand_change(kind, quantity)), 0) as change from stock_movements
      where variant_id = ${variantId} and ${before === null ? sql`false` : sql`id >= ${before}`}) later
    left join orders o on o.id = m.order_id
    left join profiles a on a.id = m.actor_id
    order by m.id desc`;
  const page = rows.slice(0, movementsPerPage);
  return {
    stock,
    movements: page.map(({ order_id, order_number, at, ...row }) => ({
      ...row,
      at: at.toISOString(),
      order: order_id === null ? null : { id: order_id, number: order_number },
    })),
    older: rows.length > movementsPerPage ? (page.at(-1)?.id ?? null) : null,
  };
}
