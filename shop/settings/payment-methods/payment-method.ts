import type { ProviderMethod } from "#integrations/payment/provider.ts";

/** The heading that lists a payment method. */
export type PaymentGroup = "qris" | "bank" | "wallet" | "card" | "more" | "cash";

/** A payment method that is offered now. */
export interface PaymentMethod {
  /** `{provider}:{method}`, e.g. `builtin:card` */
  readonly id: string;
  readonly name: string;
  readonly kind: ProviderMethod["kind"];
  readonly group: PaymentGroup;
  /** Channels of the provider that the merchant chose; undefined: not known. */
  readonly channels?: readonly string[] | undefined;
}
