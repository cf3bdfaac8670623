import type { Rupiah } from "#shop/money.ts";
import type { PaymentAttempt } from "#shop/orders/order.ts";

/** Under which heading a way to pay stands. */
export type PaymentGroup = "qris" | "bank" | "wallet" | "card" | "more" | "cash";

/** A way to pay that is offered now. */
export interface PaymentMethod {
  /** `{provider}:{method}`, e.g. `builtin:card` */
  readonly id: string;
  readonly name: string;
  readonly kind: PaymentAttempt["kind"];
  readonly group: PaymentGroup;
}

/** Why a way to pay cannot be used for this purchase. */
export type OfferProblem =
  | { readonly code: "cod_area" }
  | { readonly code: "cod_address" }
  | { readonly code: "cod_too_many" }
  | { readonly code: "not_for_order" }
  /** Its provider does not answer and is being left alone for a moment. */
  | { readonly code: "not_now" }
  | { readonly code: "amount_too_small"; readonly least: Rupiah }
  | { readonly code: "amount_too_large"; readonly most: Rupiah };

/** A way to pay as a purchase finds it. */
export interface PaymentOffer extends PaymentMethod {
  /** What it adds to the total. */
  readonly fee: Rupiah;
  readonly problem: OfferProblem | null;
}
