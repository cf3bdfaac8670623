import * as v from "valibot";
import { designsCanBeOrdered, type Picture, type StockBand } from "#shop/catalogue/catalogue.ts";
import type { Rupiah } from "#shop/money.ts";
import type { ShippingOption } from "#shop/shipping/shipping.ts";

export const maxPieces = 99;
export const maxLines = 50;

export const cartLineSchema = v.strictObject({
  variant_id: v.pipe(v.string(), v.uuid()),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPieces)),
  design_id: v.optional(v.pipe(v.string(), v.uuid())),
});
export type CartLine = v.InferOutput<typeof cartLineSchema>;

/** A line with a design is another thing than the plain one: until designs can be ordered it is refused, never dropped. */
export function isUnorderableDesign({ design_id }: Pick<CartLine, "design_id">): boolean {
  return design_id !== undefined && !designsCanBeOrdered;
}

export const codeSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40));

/** What a quote is asked for; field names are those of the functions API. */
export const quoteInputSchema = v.strictObject({
  lines: v.pipe(v.array(cartLineSchema), v.maxLength(maxLines)),
  region_code: v.optional(v.pipe(v.string(), v.regex(/^\d{2,10}$/))),
  address_id: v.optional(v.pipe(v.string(), v.uuid())),
  shipping_method_id: v.optional(v.pipe(v.string(), v.uuid())),
  promo_codes: v.optional(v.pipe(v.array(codeSchema), v.maxLength(5))),
  /** `provider:method`, as far as one is chosen: promotions and ways of delivery may ask for some. */
  payment_method: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
});
export type QuoteInput = v.InferOutput<typeof quoteInputSchema>;

export interface QuotedLine {
  readonly variant_id: string;
  readonly product_slug: string;
  readonly name: string;
  /** Chosen options in words, e.g. `Hitam, L`. */
  readonly options: string;
  readonly sku: string;
  readonly picture: Picture | null;
  readonly quantity: number;
  /** Price of one piece, tax included. */
  readonly unit_price: Rupiah;
  readonly was_price: Rupiah | null;
  /** This line's share of all discounts on goods. */
  readonly discount: Rupiah;
  /** quantity × unit_price − discount */
  readonly total: Rupiah;
  readonly stock_band: StockBand;
  /** Of the pieces, those that have not come yet: the shop sells them before it has them. */
  readonly backordered: number;
  /** Pieces of this variant that one order may have. */
  readonly max_pieces: number;
  /** Comes with the others by a promotion; not one of the asked lines. */
  readonly is_gift: boolean;
}

/**
 * Why a cart cannot be bought as it is, or why a code does nothing. `line` is an index into the asked lines.
 * Codes: variant_not_found, design_not_orderable, out_of_stock, not_enough_stock{available}, too_many_pieces{max_pieces}, address_not_found, region_not_found,
 * not_deliverable, shipping_method_not_available, promo_too_many_tries{wait_seconds}, and the promo problems of
 * `PromoProblem` with `promo_code`.
 */
export interface CartProblem {
  readonly code: string;
  readonly line?: number;
  readonly promo_code?: string;
  readonly available?: number;
  readonly max_pieces?: number;
  readonly missing?: Rupiah;
  readonly missing_pieces?: number;
  readonly with?: string;
  readonly regions?: readonly string[];
  readonly methods?: readonly string[];
  readonly sign_in?: boolean;
  readonly wait_seconds?: number;
  /** ISO 8601 */
  readonly starts_at?: string;
  readonly ends_at?: string;
}

export interface Quote {
  /** The asked lines that are sold, then gifts. */
  readonly lines: readonly QuotedLine[];
  /** Goods before discounts. */
  readonly subtotal: Rupiah;
  /** All discounts on goods. */
  readonly discount: Rupiah;
  /** Delivery to pay after discounts; null until a method is chosen. */
  readonly shipping: Rupiah | null;
  readonly shipping_discount: Rupiah;
  /** PPN inside `total`; 0 when the shop may not charge it. */
  readonly tax_included: Rupiah;
  /** What is to be paid: subtotal − discount + shipping. */
  readonly total: Rupiah;
  readonly promos: readonly {
    /** What was typed; null for one that applies by itself. */
    readonly code: string | null;
    readonly name: string;
    readonly discount: Rupiah;
  }[];
  readonly shipping_options: readonly ShippingOption[];
  readonly shipping_method_id: string | null;
  /**
   * Minutes from placing the order until it lapses unpaid, where that is less than usual because the order leaves
   * little stock; else null.
   */
  readonly scarce_payment_minutes: number | null;
  /** How far the goods are from free delivery; null when no method offers it. */
  readonly free_shipping: { readonly from: Rupiah; readonly missing: Rupiah } | null;
  readonly terms_version: string;
  readonly problems: readonly CartProblem[];
}
