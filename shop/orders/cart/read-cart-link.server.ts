import type { Language } from "#base/language.ts";
import { asShop } from "#db/client.server.ts";
import type { Picture } from "#shop/catalogue/catalogue.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import { readCartLinkItems } from "./cart-link.ts";
import { type LoadedVariant, loadVariants } from "./load-cart.server.ts";

/** Goods of a cart link that can be put into the cart. */
export interface OfferedGoods {
  readonly variant_id: string;
  readonly product_slug: string;
  readonly name: string;
  readonly options: string;
  readonly picture: Picture | null;
  readonly quantity: number;
  /** The link's quantity, where fewer are offered; else null. */
  readonly asked: number | null;
  readonly unit_price: Rupiah;
  readonly was_price: Rupiah | null;
}

/** An entry of a cart link that is not offered. Unknown, unpublished and malformed entries are not distinguished. */
export interface RefusedGoods {
  /** The product's name with its options, or the entry as typed. */
  readonly label: string;
  readonly reason: "unknown" | "sold_out" | "needs_design" | "too_few";
  readonly min_pieces: number;
  /** Null for an unknown entry. */
  readonly product_slug: string | null;
}

export interface CartLink {
  readonly offered: readonly OfferedGoods[];
  readonly refused: readonly RefusedGoods[];
}

/** Reads the `items` of a cart link with today's prices and stock. Changes nothing. */
export async function readCartLink(items: string, language: Language): Promise<CartLink> {
  const { goods, ignored } = readCartLinkItems(items);
  const sql = asShop();
  const wanted = goods.map(({ sku }) => sku);
  const rows = await sql<{ id: string; wanted: string }[]>`
    select distinct on (w.n) v.id, w.sku as wanted
    from unnest(${wanted}::text[]) with ordinality w (sku, n)
    join product_variants v on upper(v.sku) = upper(w.sku) and not v.archived
    order by w.n, v.sku = w.sku desc, v.id`;
  const found = await loadVariants(
    sql,
    rows.map(({ id }) => id),
    language,
  );
  const offered: OfferedGoods[] = [];
  const refused: RefusedGoods[] = [];
  for (const { sku, quantity } of goods) {
    const id = rows.find((row) => row.wanted === sku)?.id ?? "";
    const variant = found.get(id);
    const part = variant ? evaluate(variant, quantity) : unknown(sku);
    if ("reason" in part) refused.push(part);
    else offered.push(part);
  }
  return { offered, refused: [...refused, ...ignored.map(unknown)] };
}

function unknown(label: string): RefusedGoods {
  return { label, reason: "unknown", min_pieces: 1, product_slug: null };
}

function evaluate(variant: LoadedVariant, asked: number): OfferedGoods | RefusedGoods {
  const { name, options, product_slug, min_pieces, available, max_pieces } = variant;
  const label = [name, options].filter(Boolean).join(", ");
  const quantity = Math.min(asked, available, max_pieces);
  const reason = variant.print_required
    ? "needs_design"
    : available === 0
      ? "sold_out"
      : quantity < min_pieces
        ? "too_few"
        : null;
  if (reason) return { label, reason, min_pieces, product_slug };
  return {
    variant_id: variant.id,
    product_slug,
    name,
    options,
    picture: variant.picture,
    quantity,
    asked: quantity < asked ? asked : null,
    unit_price: variant.unit_price,
    was_price: variant.was_price,
  };
}
