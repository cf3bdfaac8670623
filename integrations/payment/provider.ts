/** Where money comes from. Amounts are whole rupiah on this side; an adapter converts at its edge. */
export interface PaymentProvider {
  readonly name: string;
  /** Test and live money are never mixed. */
  readonly mode: "test" | "live";
  readonly methods: readonly ProviderMethod[];
  /** What the provider's own script needs in the browser; undefined when it has none. */
  readonly browser?: BrowserPart;
  /**
   * Seconds until it is worth asking again, while it is left alone because it did not answer; undefined otherwise, and
   * never there where the books are the shop's own. Every question is then answered `payment_provider_unavailable` 503 at once.
   */
  openForSeconds?(): number | undefined;
  /**
   * Asks for a payment. The same `id` asks for the same payment, however often.
   * @throws AppError `payment_unavailable` when the provider cannot be reached or refuses to open a payment
   */
  create(request: PaymentRequest): Promise<CreatedPayment>;
  /** The provider's own word on a payment: the only thing that is believed. Undefined while it knows of none. */
  fetch(providerPaymentId: string): Promise<ProviderPayment | undefined>;
  /**
   * Closes an open payment; a payment that succeeded meanwhile stays so.
   * @returns false when it can no longer be closed: it has been paid, or its payment is under way
   */
  cancel(providerPaymentId: string): Promise<boolean>;
  /**
   * Gives money back. The same `key` gives it back once.
   * @throws AppError `refund_not_supported` 409 when this payment method knows no way back
   */
  refund(request: RefundRequest): Promise<{ reference: string }>;
  /**
   * Reads a notification.
   * @returns what to look at; undefined when it is not signed by the provider
   */
  readNotification(headers: Headers, rawBody: Uint8Array): Notification | undefined;
}

export type PaymentKind = "card" | "wallet" | "popup" | "redirect" | "instructions" | "offline";

export interface ProviderMethod {
  /** `card`, `qris`, `va_bca`, … */
  readonly id: string;
  readonly kind: PaymentKind;
  /** Whether it is paid on the spot, or at a bank some time later. */
  readonly pace: "quick" | "slow";
  /** Whether `refund` can give its money back. */
  readonly refundable: boolean;
  /** The most that one payment may be, in rupiah. */
  readonly max?: number;
}

/** The provider's script: loaded only on the page that pays, from where the provider says. */
export interface BrowserPart {
  readonly script: string;
  /** Public options of the script, e.g. a publishable key. */
  readonly options: Readonly<Record<string, string>>;
  /** Sources for the page's Content-Security-Policy. */
  readonly policy: {
    readonly script: readonly string[];
    readonly frame: readonly string[];
    readonly connect: readonly string[];
    readonly image: readonly string[];
  };
}

export interface PaymentRequest {
  /** Id of our payment attempt; also the idempotency key. */
  readonly id: string;
  readonly method: string;
  readonly amount: number;
  readonly currency: "IDR";
  readonly description: string;
  readonly expiresAt: Date;
  /** Where a provider's own page leads back to. */
  readonly returnUrl: string;
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
}

export interface RefundRequest {
  readonly providerPaymentId: string;
  readonly amount: number;
  readonly key: string;
}

export interface CreatedPayment {
  readonly providerPaymentId: string;
  /** What the provider's part in the browser needs, or what the payer has to do. */
  readonly client: Readonly<Record<string, string>>;
}

export interface ProviderPayment {
  readonly status: "pending" | "authorized" | "succeeded" | "declined" | "canceled" | "expired";
  readonly amount: number;
  readonly currency: string;
  readonly mode: "test" | "live";
  /** The attempt that the provider believes this to be; undefined where it keeps none. */
  readonly attemptId?: string | undefined;
  /** The provider's id of the movement of money; set once it succeeded. */
  readonly chargeReference: string | undefined;
  readonly declineCode: string | undefined;
  readonly refunds: readonly MoneyBack[];
  /** Money that a bank took back against the shop's will. */
  readonly chargebacks: readonly MoneyBack[];
  /** Chargebacks that were won: their money is here again. */
  readonly reversals: readonly MoneyBack[];
}

export interface MoneyBack {
  readonly reference: string;
  readonly amount: number;
}

export interface Notification {
  readonly eventId: string;
  readonly providerPaymentId: string;
  /** What is kept of it: nothing that tells about people. */
  readonly body: Readonly<Record<string, unknown>>;
}
