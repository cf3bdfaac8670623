/** A payment provider. Amounts are whole rupiah here; an adapter converts them. */
export interface PaymentProvider {
  readonly name: string;
  /** Test and live payments are never mixed. */
  readonly mode: "test" | "live";
  readonly methods: readonly ProviderMethod[];
  /** The provider's script in the browser; undefined when it has none. */
  readonly browser?: BrowserPart;
  /**
   * Seconds until the provider's open circuit lets a request through; undefined while it is closed, and for providers
   * without a circuit. While it is open every call fails at once with `payment_provider_unavailable` 503.
   */
  openForSeconds?(): number | undefined;
  /**
   * Creates a payment. The same `id` refers to the same payment.
   * @throws AppError `payment_unavailable` when the provider cannot be reached or refuses to open a payment
   */
  create(request: PaymentRequest): Promise<CreatedPayment>;
  /**
   * The provider's current state of a payment, the only source trusted. Undefined while the provider does not know it.
   */
  fetch(providerPaymentId: string): Promise<ProviderPayment | undefined>;
  /**
   * Closes an open payment; a payment that succeeded meanwhile stays succeeded.
   * @returns false when it can no longer be closed: it is paid, or its payment is in progress
   */
  cancel(providerPaymentId: string): Promise<boolean>;
  /**
   * Refunds money. The same `key` refunds once.
   * @throws AppError `refund_not_supported` 409 when the payment method has no refunds
   */
  refund(request: RefundRequest): Promise<{ reference: string }>;
  /**
   * Reads a notification.
   * @returns the payment it is about; undefined without the provider's valid signature
   */
  readNotification(headers: Headers, rawBody: Uint8Array): Notification | undefined;
}

export type PaymentKind = "card" | "wallet" | "popup" | "redirect" | "instructions" | "offline";

export interface ProviderMethod {
  /** `card`, `qris`, `va_bca`, … */
  readonly id: string;
  readonly kind: PaymentKind;
  /** `quick`: paid on the spot; `slow`: paid later, e.g. at a bank. */
  readonly pace: "quick" | "slow";
  /** Whether `refund` supports the method. */
  readonly refundable: boolean;
  /** The maximum of one payment, whole rupiah. */
  readonly max?: number;
  /** The channels that the provider offers the payer, by the provider's names; undefined: not known. */
  readonly channels?: readonly string[] | undefined;
}

/** The provider's script, loaded from the provider only on the page that pays. */
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
  /** Id of the payment attempt; also the idempotency key. */
  readonly id: string;
  readonly method: string;
  readonly amount: number;
  readonly currency: "IDR";
  readonly description: string;
  readonly expiresAt: Date;
  /** The address that the provider's page redirects to. */
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
  /** Options for the provider's script in the browser, or instructions for the payer. */
  readonly client: Readonly<Record<string, string>>;
}

export interface ProviderPayment {
  readonly status: "pending" | "authorized" | "succeeded" | "declined" | "canceled" | "expired";
  readonly amount: number;
  readonly currency: string;
  readonly mode: "test" | "live";
  /** The attempt's id as the provider stored it; undefined where it stores none. */
  readonly attemptId?: string | undefined;
  /** The provider's id of the charge; set once it succeeded. */
  readonly chargeReference: string | undefined;
  readonly declineCode: string | undefined;
  readonly refunds: readonly MoneyBack[];
  /** Money that a bank took back in a dispute. */
  readonly chargebacks: readonly MoneyBack[];
  /** References of chargebacks whose amount the provider does not report: staff get a task. */
  readonly unclearChargebacks?: readonly string[];
  /** Chargebacks that the bank reversed after a won dispute. */
  readonly reversals: readonly MoneyBack[];
}

export interface MoneyBack {
  readonly reference: string;
  readonly amount: number;
  /** The amount is the sum of all refunds of the payment, which the provider does not list one by one. */
  readonly isSum?: true;
}

export interface Notification {
  readonly eventId: string;
  readonly providerPaymentId: string;
  /** The stored part of the notification, without personal data. */
  readonly body: Readonly<Record<string, unknown>>;
}
