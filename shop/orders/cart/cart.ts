import * as v from "valibot";
import type { Picture, StockBand } from "#shop/catalogue/catalogue.ts";
import type { DesignCharge } from "#shop/designs/print/price-design.ts";
import type { Rupiah } from "#shop/kernel/money.ts";
import type { ShippingOption } from "#shop/settings/shipping/shipping.ts";
import type { StaffSale } from "./staff-sale.ts";

export const maxPieces = 99;
export const maxLines = 50;

export const cartLineSchema = v.strictObject({
  variant_id: v.pipe(v.string(), v.uuid()),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPieces)),
  /** A version of a design (docs/why/designs.md). Lines of one variant with different designs are different lines. */
  design_id: v.optional(v.pipe(v.string(), v.uuid())),
});
export type CartLine = v.InferOutput<typeof cartLineSchema>;

export const codeSchema = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40));

/** The input of a quote; field names are those of the functions API. */
export const quoteInputSchema = v.strictObject({
  lines: v.pipe(v.array(cartLineSchema), v.maxLength(maxLines)),
  region_code: v.optional(v.pipe(v.string(), v.regex(/^\d{2,10}$/))),
  address_id: v.optional(v.pipe(v.string(), v.uuid())),
  shipping_method_id: v.optional(v.pipe(v.string(), v.uuid())),
  promo_codes: v.optional(v.pipe(v.array(codeSchema), v.maxLength(5))),
  /** `provider:method` if one is chosen: promotions and shipping methods may require some. */
  payment_method: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
});
export type QuoteInput = v.InferOutput<typeof quoteInputSchema>;

/** A cart to price, with what staff agreed for it. */
export interface CartInput extends QuoteInput {
  readonly staff?: StaffSale;
}

export interface QuotedDesign {
  /** The line's `design_id`. */
  readonly id: string;
  /** The printed words, to check names by; of a roster those that all pieces share. */
  readonly words: readonly string[];
  /** Of a roster: the words of each piece of the line; null where all pieces are alike. */
  readonly pieces: readonly string[] | null;
  /** What the design costs, part by part: `setup_fee` has the parts of kind `setup`, `unit_price` all others. */
  readonly charges: readonly DesignCharge[];
}

export interface QuotedLine {
  readonly variant_id: string;
  readonly product_slug: string;
  readonly name: string;
  /** Chosen options as text, e.g. `Hitam, L`. */
  readonly options: string;
  readonly sku: string;
  readonly picture: Picture | null;
  readonly quantity: number;
  /** What is printed on each piece; null on a plain line. */
  readonly design: QuotedDesign | null;
  /** Price of one piece with its design, tax included. */
  readonly unit_price: Rupiah;
  /** Once for a design in an order; 0 on all lines but one of it. */
  readonly setup_fee: Rupiah;
  readonly was_price: Rupiah | null;
  /** This line's share of all discounts on goods. */
  readonly discount: Rupiah;
  /** quantity × unit_price + setup_fee − discount */
  readonly total: Rupiah;
  readonly stock_band: StockBand;
  /** Pieces of the line that are on backorder: sold before they are in stock. */
  readonly backordered: number;
  /** Maximum pieces of this variant in one order. */
  readonly max_pieces: number;
  /** Added by a promotion; not one of the requested lines. */
  readonly is_gift: boolean;
  /** A custom line, outside the catalogue; its `variant_id` is random. */
  readonly is_custom?: true;
}

/**
 * Why a cart cannot be bought as it is, or why a code has no effect. `line` is an index into the requested lines.
 * Codes: variant_not_found, design_missing (the goods are sold with a print only), design_not_found, design_outdated (the goods are printed another way by now),
 * roster_changed (a quantity that its rows do not have), out_of_stock, not_enough_stock{available},
 * too_many_pieces{max_pieces}, too_few_pieces{min_pieces}, address_not_found, region_not_found, not_deliverable,
 * shipping_method_not_available,
 * promo_too_many_tries{wait_seconds}, staff_discount_too_high (more than the goods cost), and the promo problems of `PromoProblem` with `promo_code`.
 */
export interface CartProblem {
  readonly code: string;
  readonly line?: number;
  /** Of a line whose design keeps it from being ordered: the goods, and whether the design is a list of names. */
  readonly designed?: {
    readonly product_slug: string;
    readonly name: string;
    readonly is_roster: boolean;
  };
  readonly promo_code?: string;
  readonly available?: number;
  readonly max_pieces?: number;
  readonly min_pieces?: number;
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
  /** The requested lines that can be bought, then the gifts. */
  readonly lines: readonly QuotedLine[];
  /** Goods and set-up before discounts. */
  readonly subtotal: Rupiah;
  /** All discounts on goods. */
  readonly discount: Rupiah;
  /** Delivery to pay after discounts; null until a method is chosen. */
  readonly shipping: Rupiah | null;
  readonly shipping_discount: Rupiah;
  /** PPN inside `total`; 0 when the shop may not charge it. */
  readonly tax_included: Rupiah;
  /** The amount to pay: subtotal − discount + shipping. */
  readonly total: Rupiah;
  readonly promos: readonly {
    /** The code that the customer typed; null for an automatic promotion. */
    readonly code: string | null;
    readonly name: string;
    readonly discount: Rupiah;
  }[];
  readonly shipping_options: readonly ShippingOption[];
  readonly shipping_method_id: string | null;
  /** Cap of the promotion on the cheapest delivery option; null without a cap, or if that option is free. */
  readonly shipping_discount_up_to: Rupiah | null;
  /**
   * Minutes from placing the order until it expires unpaid, where that is less than usual because the order leaves
   * little stock; else null.
   */
  readonly scarce_payment_minutes: number | null;
  /** Whether bank transfers have that shorter time too. */
  readonly scarce_transfers: boolean;
  /** The lowest free-delivery threshold; null when no method offers free delivery. */
  readonly free_shipping: {
    readonly from: Rupiah;
    readonly missing: Rupiah;
    /** The most that the shop pays of the delivery; null where it pays all. */
    readonly up_to: Rupiah | null;
  } | null;
  readonly terms_version: string;
  readonly problems: readonly CartProblem[];
}

/** A quote as the cart and the checkout show it. */
export interface ShownQuote extends Quote {
  /** While a design would wait for its approval: today, from which the days of delivery then count again; null otherwise. */
  readonly design_wait_from: string | null;
}
