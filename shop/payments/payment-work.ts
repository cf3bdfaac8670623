import type { Rupiah } from "#shop/money.ts";
import type { TaskResolution } from "./resolve-task.server.ts";

/** What of payments waits for staff: to be looked at, transfers to be found on the statement, cash to come in. */
export const paymentViews = ["tasks", "transfers", "cash", "done"] as const;
export type PaymentWorkView = (typeof paymentViews)[number];

export interface PaymentWork {
  /** Of the task, or of the payment where there is none. */
  readonly id: string;
  readonly payment_id: string;
  readonly order_id: string;
  readonly number: string;
  readonly customer_name: string;
  /** `{provider}:{method}` */
  readonly method: string;
  readonly status: string;
  readonly amount: Rupiah;
  readonly at: string;
  readonly expires_at: string;
  /** Pictures of receipts, as names in their bucket. */
  readonly proofs: readonly string[];
  readonly task: {
    readonly kind: string;
    readonly details: Readonly<Record<string, unknown>>;
    readonly resolution: TaskResolution | null;
  } | null;
}

export interface PaymentWorkPage {
  readonly view: PaymentWorkView;
  readonly counts: Readonly<Record<PaymentWorkView, number>>;
  readonly work: readonly PaymentWork[];
}

export function readPaymentView(text: string | null): PaymentWorkView {
  return paymentViews.find((view) => view === text) ?? "tasks";
}
