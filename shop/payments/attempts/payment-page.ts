import type { Rupiah } from "#shop/money.ts";
import type { PaymentAttempt } from "#shop/orders/order.ts";
import type { PaymentMethod, PaymentOffer } from "#shop/payments/methods/payment-method.ts";

export interface BankAccount {
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
}

/** An order's newest attempt as its payer sees it: what to pay, how, and until when. */
export interface PaymentView {
  readonly id: string;
  readonly method: PaymentMethod;
  readonly status: PaymentAttempt["status"];
  readonly amount: Rupiah;
  /** What the payment method added; below zero the code that a transfer is told by. */
  readonly fee: Rupiah;
  readonly expires_at: string;
  /** What the provider's part in the browser needs; null while nothing is open. */
  readonly client: Readonly<Record<string, string>> | null;
  /** When the payer last sent a picture of a receipt. */
  readonly proof_at: string | null;
  /** Where to transfer to; empty for other payment methods. */
  readonly accounts: readonly BankAccount[];
  /** A company's script that this payment needs, with its public options. */
  readonly script: {
    readonly address: string;
    readonly options: Readonly<Record<string, string>>;
  } | null;
}

export interface PaymentPage {
  readonly payment: PaymentView | null;
  /** Every payment method this order. */
  readonly offers: readonly PaymentOffer[];
}

/** Pictures of receipts: what the bucket takes, said before it is asked. */
export const proofBucket = "payment-proofs";
export const largestProof = 5 * 1024 * 1024;
export const proofTypes = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const;
