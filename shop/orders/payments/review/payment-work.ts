import type { Rupiah } from "#shop/kernel/money.ts";
import type { OrderRefund } from "#shop/orders/order.ts";
import type { TaskResolution } from "./resolve-task.server.ts";

/**
 * The lists of payments that wait for staff: tasks, transfers to find, late transfers, cash to collect, refunds to
 * send. Refunds that wait for approval come from `listRefundRequests`.
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
  /** The task's id, or the payment's where there is no task. */
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
    /** The shortfall of the task's movements, e.g. because a refund was booked before. Whole rupiah. */
    readonly shortfall: Rupiah;
    readonly resolution: TaskResolution | null;
  } | null;
  /** A refund that staff have to send or retry. */
  readonly refund: {
    readonly amount: Rupiah;
    readonly channel: OrderRefund["channel"];
    readonly status: OrderRefund["status"];
    readonly reason: string;
    readonly account: OrderRefund["account"];
    /** Whether a mail can ask the buyer for an account. */
    readonly has_email: boolean;
    /** The payment came after the order had expired, and its pieces were gone. */
    readonly is_late: boolean;
  } | null;
}

export interface PaymentWorkPage {
  readonly view: PaymentWorkView;
  readonly counts: Readonly<Record<PaymentWorkView, number>>;
  readonly work: readonly PaymentWork[];
}

/** Undefined for an unknown name. */
export function readPaymentView(text: string | null): PaymentWorkView | undefined {
  return paymentViews.find((name) => name === text);
}
