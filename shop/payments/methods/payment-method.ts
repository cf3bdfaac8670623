import type { Rupiah } from "#shop/money.ts";
import type { PaymentAttempt } from "#shop/orders/order.ts";

/** Under which heading a payment method stands. */
export type PaymentGroup = "qris" | "bank" | "wallet" | "card" | "more" | "cash";

/** A payment method that is offered now. */
export interface PaymentMethod {
  /** `{provider}:{method}`, e.g. `builtin:card` */
  readonly id: string;
  readonly name: string;
  readonly kind: PaymentAttempt["kind"];
  readonly group: PaymentGroup;
}

/** Why a payment method cannot be used for this purchase. */
export type OfferProblem =
  | { readonly code: "cod_area" }
  | { readonly code: "cod_address" }
  | { readonly code: "cod_too_many" }
  | { readonly code: "not_for_order" }
  /** Its provider does not answer and is being left alone for a moment. */
  | { readonly code: "not_now" }
  | { readonly code: "amount_too_small"; readonly least: Rupiah }
  | { readonly code: "amount_too_large"; readonly max: Rupiah };

/** A payment method as a purchase finds it. */
export interface PaymentOffer extends PaymentMethod {
  /** What it adds to the total. */
  readonly fee: Rupiah;
  readonly problem: OfferProblem | null;
}
