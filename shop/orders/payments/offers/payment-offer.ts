import type { Rupiah } from "#shop/kernel/money.ts";
import type { PaymentMethod } from "#shop/settings/payment-methods/payment-method.ts";

/** Why a payment method cannot be used for this purchase. */
export type OfferProblem =
  | { readonly code: "cod_area" }
  | { readonly code: "cod_address" }
  | { readonly code: "cod_too_many" }
  | { readonly code: "not_for_order" }
  /** Its provider is unavailable: the circuit is open. */
  | { readonly code: "not_now" }
  | { readonly code: "amount_too_small"; readonly least: Rupiah }
  | { readonly code: "amount_too_large"; readonly max: Rupiah };

/** A payment method as offered for a purchase. */
export interface PaymentOffer extends PaymentMethod {
  /** The surcharge on the total, whole rupiah. */
  readonly fee: Rupiah;
  readonly problem: OfferProblem | null;
}
