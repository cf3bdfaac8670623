import type { ApprovalKindName, ApprovedLimit, ShownAct } from "./approval.ts";

export type ApprovalDecision = "approved" | "declined" | "outdated" | "expired" | "withdrawn";

/** A request as those see it who asked for it, or may decide. */
export interface Approval {
  readonly id: string;
  readonly kind: ApprovalKindName;
  readonly subject_id: string;
  readonly limit_kind: ApprovedLimit;
  /** Whole rupiah, percent, or people. */
  readonly amount: number;
  /** Of a task that cuts prices: the stock that it also writes off, rupiah. */
  readonly also_written_off: number | null;
  readonly shown: ShownAct;
  readonly requester: string;
  /** ISO 8601. */
  readonly requested_at: string;
  readonly expires_at: string;
  /** Null: it waits. */
  readonly decision: ApprovalDecision | null;
  readonly decider: string | null;
  readonly decided_at: string | null;
  readonly reason: string;
  readonly is_mine: boolean;
  readonly may_decide: boolean;
}

export const approvalViews = ["waiting", "mine", "decided"] as const;
export type ApprovalView = (typeof approvalViews)[number];
