import type { Permission } from "#shop/kernel/permissions.ts";
import type { ApprovalKindName } from "#shop/staff/approvals/approval.ts";
import type { ApprovalDecision } from "#shop/staff/approvals/approval-row.ts";

/** What staff are notified of, and the permission that shows it; null: only the person whom it concerns. */
export const notificationKinds = {
  new_order: "orders.read",
  order_paid: "orders.read",
  transfer_proof: "payments.read",
  payment_review: "payments.read",
  return_requested: "returns.read",
  new_enquiry: "enquiries.read",
  proof_unanswered: "customisations.review",
  sold_out: "stock.read",
  low_stock: "stock.read",
  mail_parked: "mail.read",
  order_unreachable: "orders.read",
  task_done: null,
  task_failed: null,
  backup_old: "health.read",
  mail_domain: "mail.read",
  campaign_paused: "mail.read",
  automation_paused: "mail.read",
  sale_withdrawn: "prices.edit",
  // Those who may decide about a request; and the one who asked.
  approval_wanted: null,
  approval_decided: null,
} as const satisfies Readonly<Record<string, Permission | null>>;

export type NotificationKind = keyof typeof notificationKinds;

/** Kinds that are mailed to administrators by default. Other staff get none by default. */
export const mailedByDefault = [
  "order_paid",
  "transfer_proof",
  "return_requested",
  "new_enquiry",
] as const satisfies readonly NotificationKind[];

export const allNotificationKinds = Object.keys(notificationKinds) as readonly NotificationKind[];

export function isNotificationKind(value: unknown): value is NotificationKind {
  return typeof value === "string" && Object.hasOwn(notificationKinds, value);
}

/** Kinds that somebody with these permissions may get. */
export function kindsFor(permissions: readonly Permission[]): readonly NotificationKind[] {
  return allNotificationKinds.filter((kind) => {
    const needed = notificationKinds[kind];
    return needed === null || permissions.includes(needed);
  });
}

/** What a notification says. It never has data of a customer, because it outlives the erasure of one. */
export interface NotificationFacts {
  /** Things that it is about; 1 for a single one. */
  readonly count: number;
  /** The number of the order, return or enquiry; for a proof, the number of its order. */
  readonly number?: string;
  /** Of an order, rupiah. */
  readonly total?: number;
  /** Of a variant. */
  readonly product?: { readonly id: string; readonly en: string };
  readonly sku?: string;
  readonly task?: {
    readonly kind: string;
    readonly mode: "run" | "retry" | "undo";
    readonly title: string;
  };
  readonly approval?: {
    readonly kind: ApprovalKindName;
    readonly title: string;
    readonly decision: ApprovalDecision | null;
  };
  /** Of a campaign; only staff see it. */
  readonly campaign?: string;
  readonly sale?: string;
  /** Since the last backup. */
  readonly days?: number;
}

export interface Notification {
  readonly id: number;
  readonly kind: NotificationKind;
  readonly subject_id: string | null;
  readonly facts: NotificationFacts;
  /** ISO times. */
  readonly created_at: string;
  readonly read_at: string | null;
}

/** A notification before it is stored for each recipient. */
export interface NotificationDraft {
  readonly kind: NotificationKind;
  readonly permission: string | null;
  readonly person_id: string | null;
  readonly subject_id: string | null;
  readonly facts: NotificationFacts;
}
