import type { Rupiah } from "#shop/kernel/money.ts";
import type { PaymentAttempt } from "#shop/orders/order.ts";
import type { PaymentOffer } from "#shop/orders/payments/offers/payment-offer.ts";
import type { PaymentMethod } from "#shop/settings/payment-methods/payment-method.ts";

export interface BankAccount {
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
}

/** An order's newest attempt as its payer sees it: amount, payment method and deadline. */
export interface PaymentView {
  readonly id: string;
  readonly method: PaymentMethod;
  readonly status: PaymentAttempt["status"];
  readonly amount: Rupiah;
  /** The payment method's surcharge; negative for the code that identifies a transfer. */
  readonly fee: Rupiah;
  readonly expires_at: string;
  /** Options for the provider's script in the browser; null while the attempt is not open. */
  readonly client: Readonly<Record<string, string>> | null;
  /** When the payer last uploaded a picture of a receipt. */
  readonly proof_at: string | null;
  /** The shop's bank accounts; empty for other payment methods. */
  readonly accounts: readonly BankAccount[];
  /** The provider's script that this payment needs, with its public options. */
  readonly script: {
    readonly address: string;
    readonly options: Readonly<Record<string, string>>;
  } | null;
}

export interface PaymentPage {
  readonly payment: PaymentView | null;
  /** Every payment method, with the reason if this order cannot use it. */
  readonly offers: readonly PaymentOffer[];
}

/** Pictures of receipts: the bucket's limits, checked before the upload. */
export const proofBucket = "payment-proofs";
export const largestProof = 5 * 1024 * 1024;
export const proofTypes = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const;
