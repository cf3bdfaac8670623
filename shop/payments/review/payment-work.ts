import type { Rupiah } from "#shop/money.ts";
import type { OrderRefund } from "#shop/orders/order.ts";
import type { TaskResolution } from "./resolve-task.server.ts";

/**
 * What of payments waits for staff: to be looked at, transfers to be found, transfers whose time is over, cash to come in,
 * money to send back. What waits for approval has a list of its own: `listRefundRequests`.
 */
export const paymentViews = [
  "tasks",
  "approvals",
  "transfers",
  "late",
  "cash",
  "refunds",
  "done",
] as const;
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
    /** What the ledger could not book of its movements, e.g. because a refund had returned it before. */
    readonly shortfall: Rupiah;
    readonly resolution: TaskResolution | null;
  } | null;
  /** Of money that a person has to send back, or to try again. */
  readonly refund: {
    readonly amount: Rupiah;
    readonly channel: OrderRefund["channel"];
    readonly status: OrderRefund["status"];
    readonly reason: string;
    readonly account: OrderRefund["account"];
    /** It was paid after the order had lapsed, and its pieces were gone. */
    readonly is_late: boolean;
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
