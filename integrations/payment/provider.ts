/** Where money comes from. Amounts are whole rupiah on this side; an adapter converts at its edge. */
export interface PaymentProvider {
  readonly name: string;
  /** Test and live money are never mixed. */
  readonly mode: "test" | "live";
  readonly methods: readonly ProviderMethod[];
  /**
   * Asks for a payment. The same `id` asks for the same payment, however often.
   * @throws AppError `payment_unavailable` when the provider cannot be reached or refuses to open a payment
   */
  create(request: PaymentRequest): Promise<CreatedPayment>;
  /** The provider's own word on a payment: the only thing that is believed. */
  fetch(providerPaymentId: string): Promise<ProviderPayment | undefined>;
  /** Closes an open payment; a payment that succeeded meanwhile stays so. */
  cancel(providerPaymentId: string): Promise<void>;
  /** Gives money back. The same `key` gives it back once. */
  refund(request: {
    providerPaymentId: string;
    amount: number;
    key: string;
  }): Promise<{ reference: string }>;
  /**
   * Reads a notification.
   * @returns what to look at; undefined when it is not signed by the provider
   */
  readNotification(headers: Headers, rawBody: Uint8Array): Notification | undefined;
}

export interface ProviderMethod {
  /** `card`, `qris`, … */
  readonly id: string;
  readonly kind: "card" | "wallet" | "popup" | "redirect" | "instructions" | "offline";
}

export interface PaymentRequest {
  /** Id of our payment attempt; also the idempotency key. */
  readonly id: string;
  readonly method: string;
  readonly amount: number;
  readonly currency: "IDR";
  readonly description: string;
  readonly expiresAt: Date;
}

export interface CreatedPayment {
  readonly providerPaymentId: string;
  /** What the provider's part in the browser needs. */
  readonly client: Readonly<Record<string, string>>;
}

export interface ProviderPayment {
  readonly status: "pending" | "authorized" | "succeeded" | "declined" | "canceled" | "expired";
  readonly amount: number;
  readonly currency: string;
  readonly mode: "test" | "live";
  /** The provider's id of the movement of money; set once it succeeded. */
  readonly chargeReference: string | undefined;
  readonly declineCode: string | undefined;
  readonly refunds: readonly { readonly reference: string; readonly amount: number }[];
}

export interface Notification {
  readonly eventId: string;
  readonly providerPaymentId: string;
  readonly body: Readonly<Record<string, unknown>>;
}
