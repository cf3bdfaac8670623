import * as v from "valibot";
import type { Rupiah } from "#shop/kernel/money.ts";
import { quoteInputSchema, type ShownQuote } from "#shop/orders/cart/cart.ts";
import type { StaffSale } from "#shop/orders/cart/staff-sale.ts";
import { mailClickSchema } from "#shop/orders/mail-clicks/mail-click.ts";
import type {
  OrderSource,
  OrderStatus,
  PaymentAttempt,
  PaymentStatus,
} from "#shop/orders/order.ts";
import type { PaymentOffer } from "#shop/orders/payments/offers/payment-offer.ts";
import { remarksSchema } from "#shop/orders/remarks/remarks.ts";
import type { Recipient } from "./recipient.ts";

/** A cart's price including the fee of the chosen payment method; `total` contains the fee. */
export interface CheckoutQuote extends ShownQuote {
  readonly payment_fee: Rupiah;
  readonly payment_methods: readonly PaymentOffer[];
}

/** Field names are those of the functions API (`place-order`). */
export const placeOrderInputSchema = v.strictObject({
  ...quoteInputSchema.entries,
  address_id: v.pipe(v.string(), v.uuid()),
  shipping_method_id: v.pipe(v.string(), v.uuid()),
  payment_method: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  expected_total: v.pipe(v.number(), v.integer(), v.minValue(0)),
  accepted_terms_version: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  /** For the action `place_order`; required where `AUTH_CAPTCHA=1`. */
  captcha_token: v.optional(v.pipe(v.string(), v.maxLength(4000))),
  remarks: v.optional(remarksSchema),
  /** Which campaign's mail led the buyer here. */
  mail_click: v.optional(mailClickSchema),
});
export type PlaceOrderInput = v.InferOutput<typeof placeOrderInputSchema>;

/** An order to write. Without `payment_method` it gets no payment. Staff need no stored address and no terms. */
export interface OrderInput
  extends Omit<PlaceOrderInput, "payment_method" | "address_id" | "accepted_terms_version"> {
  readonly payment_method?: string;
  readonly address_id?: string;
  readonly accepted_terms_version?: string;
  readonly staff?: StaffOrder;
}

/** The parts of an order that only staff set. */
export interface StaffOrder extends StaffSale {
  readonly actor_id: string;
  readonly source: Exclude<OrderSource, "web">;
  readonly recipient: Recipient;
  /** Hours for which the unpaid order holds its pieces. */
  readonly hold_hours: number;
  /** Whole rupiah whose payment places the order; null: the order has no deposit. */
  readonly deposit: Rupiah | null;
}

export interface PlacedOrder {
  readonly order: {
    readonly id: string;
    readonly number: string;
    readonly status: OrderStatus;
    readonly payment_status: PaymentStatus;
    readonly total: Rupiah;
    /** Random; opens the order without signing in. */
    readonly public_token: string;
  };
  /** Null when there is nothing to pay. */
  readonly payment: {
    readonly id: string;
    readonly provider: string;
    readonly kind: PaymentAttempt["kind"];
    /** Options for the provider's script in the browser, e.g. a client secret. */
    readonly client?: Readonly<Record<string, string>>;
    readonly expires_at: string;
  } | null;
}

/** Maximum unpaid orders of one customer: each holds pieces that other buyers cannot buy. */
export const maxUnpaidOrders = 10;

/**
 * Why an order was not placed. `cart_problems` and `total_changed` carry the new quote, so that the screen can show the
 * changes; nothing was held or stored.
 */
export type PlaceOrderProblem =
  | { readonly code: "empty_cart" }
  /** The shop requires a captcha, and none was solved for this order. */
  | { readonly code: "captcha_failed" }
  /** Too many orders of one account, one unconfirmed e-mail address or one network. */
  | { readonly code: "too_many_orders"; readonly wait_seconds: number }
  /** Too many wrong promo codes: codes are refused for `wait_seconds`. The quote is the cart's without codes. */
  | {
      readonly code: "too_many_codes";
      readonly wait_seconds: number;
      readonly quote: CheckoutQuote;
    }
  | { readonly code: "too_many_unpaid" }
  /** Unpaid orders of this person already hold the maximum pieces per person of one of the variants. */
  | { readonly code: "too_many_unpaid_pieces" }
  | { readonly code: "cart_problems"; readonly quote: CheckoutQuote }
  | { readonly code: "total_changed"; readonly quote: CheckoutQuote }
  | {
      readonly code: "promo_exhausted";
      readonly promo_code: string;
      readonly quote?: CheckoutQuote;
    }
  | { readonly code: "out_of_stock"; readonly variant_ids: readonly string[] }
  | { readonly code: "terms_changed"; readonly terms_version: string }
  | { readonly code: "payment_method_not_available" }
  /** The payment provider does not answer: choose another method or retry later. Nothing was stored. */
  | { readonly code: "payment_method_unavailable" }
  | { readonly code: "payment_unavailable"; readonly order_id: string };
