import type { PaymentAttempt } from "#shop/orders/order.ts";

/** A way to pay that is offered now. */
export interface PaymentMethod {
  /** `{provider}:{method}`, e.g. `builtin:card` */
  readonly id: string;
  readonly name: string;
  readonly kind: PaymentAttempt["kind"];
}
