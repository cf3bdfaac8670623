import type { Language } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { variantLabel } from "#shop/catalogue/stock/variant-label.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textIn } from "#shop/kernel/local-text.server.ts";
import type { Rupiah } from "#shop/kernel/money.ts";

/** Changes that the page shows, the newest. */
export const maxPriceChanges = 200;

export interface PriceChange {
  readonly id: number;
  /** What buyers saw from here on. */
  readonly price: Rupiah;
  readonly was_price: Rupiah | null;
  /** Without a sale. */
  readonly base_price: Rupiah;
  readonly cause: "created" | "changed" | "sale_began" | "sale_ended" | "sale_changed";
  readonly sale: string | null;
  /** The name of a person; empty for a program. */
  readonly actor: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface PriceHistory {
  readonly product: string;
  readonly variants: readonly {
    readonly id: string;
    readonly sku: string;
    readonly label: string;
  }[];
  readonly chosen: string;
  readonly was_price: Rupiah | null;
  /** The lowest price of the last 30 days, and of the 30 days before the present price. */
  readonly lowest: { readonly until_now: Rupiah; readonly before_current: Rupiah | null } | null;
  /** Newest first. */
  readonly changes: readonly PriceChange[];
}

/** The prices of a variant; of a product's first one unless another is named. */
export async function findPriceHistory(
  actor: Person,
  productId: string,
  variantId: string | null,
  language: Language,
): Promise<PriceHistory | undefined> {
  if (!may(actor, "products.read") || !isUuid(productId)) return undefined;
  const sql = asShop();
  const variants = await sql<
    { id: string; sku: string; label: string; product: string; was_price: number | null }[]
  >`
    select v.id, v.sku, ${variantLabel(sql, language)} as label, ${textIn(sql, sql`p.name`, language)} as product,
      v.shown_was_price as was_price
    from product_variants v join products p on p.id = v.product_id
    where p.id = ${productId} order by v.archived, v.position, v.id`;
  const chosen = variants.find(({ id }) => id === variantId) ?? variants[0];
  if (!chosen) return undefined;
  const [changes, [lowest]] = await Promise.all([
    sql<(Omit<PriceChange, "at"> & { at: Date })[]>`
      select c.id, c.price, c.was_price, c.base_price, c.cause, s.name as sale, c.at, coalesce(a.full_name, '') as actor
      from price_changes c left join sales s on s.id = c.sale_id
      left join profiles a on c.actor = 'person:' || a.id
      where c.variant_id = ${chosen.id} order by c.id desc limit ${maxPriceChanges}`,
    sql<{ until_now: number; before_current: number | null }[]>`
      select until_now, before_current from private.lowest_prices(array[${chosen.id}]::uuid[])`,
  ]);
  return {
    product: chosen.product,
    variants: variants.map(({ id, sku, label }) => ({ id, sku, label })),
    chosen: chosen.id,
    was_price: chosen.was_price,
    lowest: lowest ?? null,
    changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
  };
}
